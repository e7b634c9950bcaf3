import { createHash } from 'node:crypto';
import { brand } from '@stillpix/contract/brand';
import { isLanguage } from '@stillpix/contract/languages';
import { notSet, operatorPlace, unsetFact } from '@stillpix/contract/operator';
import { publicUrl, type Settings } from '../settings.ts';

/** Writes who runs the site into its pages. */
export interface OperatorFacts {
  /** Changes whenever a fact does: part of the entity tags of pages. */
  digest: string;
  /** `name` is the file's, such as `de/impressum/index.html`. */
  fill: (text: string, name: string) => string;
}

/**
 * The site is built without knowing who runs it. Its pages have places like `{OPERATOR-NAME}`, and
 * the example address and domain of the brand; the settings take their place when a page is served.
 */
export function operatorFacts(settings: Settings): OperatorFacts {
  const facts: Record<string, string | undefined> = {
    NAME: settings.OPERATOR_NAME,
    ADDRESS: settings.OPERATOR_ADDRESS,
    PHONE: settings.OPERATOR_PHONE,
    REGISTER: settings.OPERATOR_REGISTER,
    'TAX-ID': settings.OPERATOR_TAX_ID,
    PRIVACY: settings.OPERATOR_PRIVACY_CONTACT ?? brand.support,
    COUNTRY: settings.OPERATOR_HOSTING_COUNTRY,
  };
  const origin = settings.PUBLIC_URL === undefined ? undefined : publicUrl(settings);
  // The brand's address is an example, and nobody reads what is sent there.
  const hasSupport = settings.SUPPORT_EMAIL !== brand.support;
  const exampleOrigin = `https://${brand.domain}`;
  return {
    digest: createHash('sha256')
      .update(JSON.stringify([facts, origin, settings.SUPPORT_EMAIL]))
      .digest('base64url')
      .slice(0, 8),
    fill(text, name) {
      const first = name.split('/')[0];
      const language = isLanguage(first) ? first : 'en';
      const write = name.endsWith('.txt') ? (value: string) => value : escapeHtml;
      return text
        .replace(operatorPlace, (_, fact: string) =>
          write(facts[fact] ?? unsetFact(fact, language)),
        )
        .replace(supportLinks, (link) => (hasSupport ? link : notSet[language]))
        .replaceAll(brand.support, hasSupport ? write(settings.SUPPORT_EMAIL) : notSet[language])
        .replaceAll(exampleOrigin, origin ?? exampleOrigin);
    },
  };
}

/** A link that opens a mail to the brand's example address, with its text. */
const supportLinks = new RegExp(
  `<a [^>]*href="mailto:${brand.support.replaceAll('.', '\\.')}"[^>]*>[^<]*</a>`,
  'g',
);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
