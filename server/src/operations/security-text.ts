import { languages } from '@stillpix/contract/languages';
import { addDays } from '../days.ts';

/** Validity of the file in days. It is generated anew for each request and each start. */
const validDays = 180;

/** Tells whoever finds a vulnerability where to report it (RFC 9116). */
export function writeSecurityText(
  options: { publicUrl: string; supportEmail: string },
  now = new Date(),
): string {
  const { publicUrl, supportEmail } = options;
  const expires = addDays(now, validDays);
  return [
    `Contact: mailto:${supportEmail}`,
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
