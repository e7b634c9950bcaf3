import { z } from 'zod';
import { settingsSchema } from '../src/settings.ts';

const photosError = 'must be a whole number from 1 to 100';

function hasPlainFolder(address: string): boolean {
  try {
    return /^[\p{L}\p{M}\p{N}\-._~ /]*$/u.test(decodeURI(new URL(address).pathname));
  } catch {
    // Not UTF-8.
    return false;
  }
}

/** Unlike the server, the static edition may stand in a folder of its host. */
const siteAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address with http:// or https://', abort: true })
  .refine((value) => !/[?#@]/.test(value), 'must be an address without a question mark, # or name')
  .refine(
    hasPlainFolder,
    'may name folders of letters, digits, spaces and - . _ ~ only: servers and browsers read others in different ways',
  )
  .transform((value) => value.replace(/\/+$/, ''));

const operator = settingsSchema.pick({
  SUPPORT_EMAIL: true,
  OPERATOR_NAME: true,
  OPERATOR_ADDRESS: true,
  OPERATOR_PHONE: true,
  OPERATOR_REGISTER: true,
  OPERATOR_TAX_ID: true,
  OPERATOR_PRIVACY_CONTACT: true,
  OPERATOR_HOSTING_COUNTRY: true,
  OPERATOR_PROCESSORS: true,
});

/** What may be set of a static site; docs/static.md says what each does. */
const schema = operator.extend({
  PUBLIC_URL: siteAddress.optional(),
  MAX_PHOTOS: z.coerce
    .number(photosError)
    .int(photosError)
    .min(1, photosError)
    .max(100, photosError)
    .optional(),
});

export type StaticSettings = z.output<typeof schema>;

/** What a page of the service would say besides: nothing is sold here, and nothing is advertised. */
export const serviceFacts = settingsSchema
  .pick({
    CURRENCY: true,
    FREE_DAILY_LIMIT: true,
    ADS_OWN: true,
    ADS_PUBLISHER_ID: true,
    ADS_SLOTS: true,
    FLAGS: true,
  })
  .parse({});

/** Throws with the name of each setting that is wrong, and what is wrong. An empty one counts as unset. */
export function readStaticSettings(
  environment: Readonly<Record<string, string | undefined>>,
): StaticSettings {
  const given = Object.entries(environment).filter(([, value]) => (value ?? '').trim() !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(problems.join('\n'));
}
