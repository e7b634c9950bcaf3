import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { adConfig, flagConditionsSchema, ownAds } from '@stillpix/contract';
import { brand } from '@stillpix/contract/brand';
import { flagKeys } from '@stillpix/contract/flags';
import { currencies, defaultCurrency } from '@stillpix/contract/plans';
import { z } from 'zod';

// Per setting: how it is read, and an example. docs/settings.md explains what it does. An empty
// value counts as unset, as people expect of `NAME= npm start`.

const portError = 'must be a whole number from 0 to 65535';
const promotionError = 'must be a time such as 2027-08-27T06:59:00Z, or none';
const port = z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address with http:// or https://', abort: true })
  .refine((value) => /^https?:\/\/[^/?#@]+\/?$/i.test(value), 'must be an address without a path')
  .transform((value) => new URL(value).origin);

const databaseUrl = z.url({
  protocol: /^postgres(?:ql)?$/,
  error: 'must be an address with postgresql://',
});

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address with smtp:// or smtps://',
});

const mailFrom = z
  .string()
  .max(254)
  .regex(
    /^(?:[^\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address, alone or as in: Stillpix <hello@stillpix.example>',
  );

const proxies = z.string().transform((value, context) => {
  const list = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const entry of list) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const widest = family === 4 ? 32 : 128;
    const good = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest);
    if (family === 0 || !good || rest.length > 0) {
      context.addIssue({ code: 'custom', message: `"${entry}" is not an address or a CIDR range` });
      return z.NEVER;
    }
  }
  return list;
});

const json = z.string().transform((value, context): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

const flagOverrides = json.pipe(
  z.partialRecord(
    z.enum(flagKeys),
    z.strictObject({
      enabled: z.boolean().optional(),
      rolloutPercentage: z.int().min(0).max(100).optional(),
      conditions: flagConditionsSchema.optional(),
    }),
  ),
);

const adSlots = json.pipe(adConfig.shape.slots);
const adsOwn = json.pipe(ownAds);

/** What imprint, privacy policy, terms and mails say about the operator. */
const operatorWords = z.string().min(2).max(300).optional();

const longSecret = z.string().min(32, 'must have at least 32 characters');

export const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).max(253).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  WEB_ROOT: z
    .string()
    .default('web/build/client')
    .transform((value) => resolve(value)),
  TRUSTED_PROXIES: proxies.default([]),
  SESSION_SECRET: longSecret.optional(),
  ENTITLEMENT_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/=_-]+$/, 'must be the base64 of a PKCS #8 key')
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.default('Stillpix <no-reply@localhost>'),
  SUPPORT_EMAIL: z.email().max(254).default(brand.support),
  OPERATOR_NAME: operatorWords,
  OPERATOR_ADDRESS: operatorWords,
  OPERATOR_PHONE: operatorWords,
  OPERATOR_REGISTER: operatorWords,
  OPERATOR_TAX_ID: operatorWords,
  OPERATOR_PRIVACY_CONTACT: operatorWords,
  OPERATOR_HOSTING_COUNTRY: operatorWords,
  OPERATOR_PROCESSORS: operatorWords,
  PAYMENTS: z.enum(['stripe', 'simulated', 'none']).optional(),
  CURRENCY: z.enum(currencies).default(defaultCurrency),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(?:test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]+$/, 'must begin with whsec_')
    .optional(),
  STRIPE_CHECKOUT: z.enum(['embedded', 'hosted']).default('embedded'),
  STRIPE_AUTOMATIC_TAX: z.stringbool().default(false),
  STRIPE_API_URL: webAddress.optional(),
  ALLOW_SIMULATED: z.stringbool().default(false),
  FREE_DAILY_LIMIT: z.coerce.number().int().min(1).max(1_000_000).optional(),
  FLAGS: flagOverrides.default({}),
  PROMOTION_ENDS: z.union([z.literal('none'), z.iso.datetime()], promotionError).default('none'),
  ADS_PUBLISHER_ID: adConfig.shape.publisherId.optional(),
  ADS_SLOTS: adSlots.default({}),
  ADS_OWN: adsOwn.default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  STOP_SECONDS: z.coerce.number().min(0).max(600).default(10),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof Settings;

export const settingNames: readonly SettingName[] = settingsSchema.keyof().options;

/** Shown when a setting is invalid. */
export const settingExamples: Record<SettingName, string> = {
  NODE_ENV: 'production',
  PORT: '8080',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://stillpix.example',
  DATA_DIR: './data',
  DATABASE_URL: 'postgresql://stillpix:password@localhost:5432/stillpix',
  DATABASE_CONNECTIONS: '10',
  WEB_ROOT: 'web/build/client',
  TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
  SESSION_SECRET: 'the output of: openssl rand -base64 48',
  ENTITLEMENT_PRIVATE_KEY:
    'the output of: openssl genpkey -algorithm ed25519 -outform DER | base64 -w0',
  SMTP_URL: 'smtp://user:password@mail.example:587',
  MAIL_FROM: 'Stillpix <hello@stillpix.example>',
  SUPPORT_EMAIL: 'help@stillpix.example',
  OPERATOR_NAME: 'Pixel Works Ltd., represented by Ada Lovelace',
  OPERATOR_ADDRESS: '1 Harbor Street, Dublin D01, Ireland',
  OPERATOR_PHONE: '+353 1 000 0000',
  OPERATOR_REGISTER: 'Companies Registration Office, 123456',
  OPERATOR_TAX_ID: 'IE1234567A',
  OPERATOR_PRIVACY_CONTACT: 'privacy@stillpix.example',
  OPERATOR_HOSTING_COUNTRY: 'Ireland',
  OPERATOR_PROCESSORS: 'Harbor Hosting Ltd. (servers), Post & Co. (email)',
  PAYMENTS: 'stripe',
  CURRENCY: 'eur',
  STRIPE_SECRET_KEY: 'sk_live_…',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_…',
  STRIPE_WEBHOOK_SECRET: 'whsec_…',
  STRIPE_CHECKOUT: 'hosted',
  STRIPE_AUTOMATIC_TAX: 'true',
  STRIPE_API_URL: 'http://127.0.0.1:4009',
  ALLOW_SIMULATED: 'yes',
  FREE_DAILY_LIMIT: '50',
  FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":50}}',
  PROMOTION_ENDS: '2027-08-27T06:59:00Z',
  ADS_PUBLISHER_ID: 'ca-pub-0123456789012345',
  ADS_SLOTS: '{"in-article":"0123456789"}',
  ADS_OWN:
    '[{"place":"sidebar","title":"Frames for your prints","text":"Oak, made in Cork.","link":"https://frames.example/"}]',
  METRICS_TOKEN: 'the output of: openssl rand -hex 16',
  LOG_LEVEL: 'info',
  STOP_SECONDS: '10',
};

/** The base address for links in mails, CORS and HSTS. */
export function publicUrl(settings: Settings): string {
  if (settings.PUBLIC_URL !== undefined) return settings.PUBLIC_URL;
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${settings.PORT}`;
}
