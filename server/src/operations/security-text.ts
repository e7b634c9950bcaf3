import { languages } from '@stillpix/contract/languages';
import { addDays } from '../days.ts';

/** How long the file may be believed: it is made anew at each start and each time it is asked for. */
const validDays = 180;

/** Tells who finds a hole where to write (RFC 9116). */
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
