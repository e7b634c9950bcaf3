import { describe, expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:2525' };
const keys = (mode: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
const operator = {
  OPERATOR_NAME: 'Pixel Works Ltd.',
  OPERATOR_ADDRESS: '1 Harbor Street, Dublin',
  OPERATOR_REGISTER: 'none',
  OPERATOR_TAX_ID: 'none',
  OPERATOR_HOSTING_COUNTRY: 'Ireland',
  SUPPORT_EMAIL: 'help@pictures.test',
};
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pictures.test',
  ...mail,
  ...operator,
};

test('tax that is worked out from an address needs the page that asks for one', () => {
  const taxed = { ...mail, ...keys('live'), STRIPE_AUTOMATIC_TAX: 'true' };
  expect(() => readSettings(taxed)).toThrow(/STRIPE_CHECKOUT: .*hosted.*STRIPE_AUTOMATIC_TAX/);
  expect(() => readSettings({ ...taxed, STRIPE_CHECKOUT: 'hosted' })).not.toThrow();
  expect(() => readSettings({ ...taxed, PAYMENTS: 'none' })).not.toThrow();
});

describe('where strangers can reach it', () => {
  const reachable = [
    { PUBLIC_URL: 'https://stillpix.example' },
    { PUBLIC_URL: 'http://192.0.2.7:3000' },
    { PUBLIC_URL: 'https://localhost' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { HOST: 'stillpix.internal' },
  ];

  test.each(reachable)('with %o payments that move no money are refused', (where) => {
    expect(() => readSettings({ ...where, ...mail })).toThrow(
      /PAYMENTS: .*simulated.*ALLOW_SIMULATED=yes.*Example: PAYMENTS=/,
    );
    expect(() => readSettings({ ...where, ...mail, ...keys('test') })).toThrow(
      /STRIPE_SECRET_KEY: .*test key/,
    );
  });

  test.each(reachable)('with %o mails that stay on the disk are refused', (where) => {
    expect(() => readSettings({ ...where, PAYMENTS: 'none' })).toThrow(/SMTP_URL: .*disk/);
  });

  test.each(reachable)('with %o real payments, or none, and real mail are taken', (where) => {
    expect(() => readSettings({ ...where, ...mail, PAYMENTS: 'none' })).not.toThrow();
    expect(() => readSettings({ ...where, ...mail, ...keys('live') })).not.toThrow();
  });

  test.each(reachable)('with %o all of it is taken from who says so', (where) => {
    expect(() => readSettings({ ...where, ALLOW_SIMULATED: 'yes' })).not.toThrow();
  });
});

test.each([
  {},
  { HOST: 'localhost' },
  { HOST: '127.0.0.2' },
  { HOST: '::1' },
  { HOST: '::ffff:127.0.0.1' },
  { PUBLIC_URL: 'http://localhost:8080' },
  { PUBLIC_URL: 'http://[::1]:8080', HOST: '::1' },
])('on the machine itself, with %o, nothing has to be set', (where) => {
  expect(() => readSettings(where)).not.toThrow();
});

describe('production', () => {
  test.each([
    ['SMTP_URL', { ...production, SMTP_URL: '', PAYMENTS: 'none' }],
    ['STRIPE_SECRET_KEY', { ...production, ...keys('test') }],
    ['PAYMENTS', { ...production, PAYMENTS: 'simulated' }],
  ])('is refused for its %s, and no consent helps', (name, environment) => {
    const refusal = new RegExp(`${name}: .*production`);
    expect(() => readSettings(environment)).toThrow(refusal);
    expect(() => readSettings({ ...environment, ALLOW_SIMULATED: 'yes' })).toThrow(refusal);
  });

  test.each([
    'OPERATOR_NAME',
    'OPERATOR_ADDRESS',
    'OPERATOR_REGISTER',
    'OPERATOR_TAX_ID',
    'OPERATOR_HOSTING_COUNTRY',
  ])('is refused while %s does not say who runs it', (name) => {
    expect(() => readSettings({ ...production, [name]: '' })).toThrow(
      new RegExp(`${name}: is needed in production.*Example: ${name}=`),
    );
  });

  test.each(['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_HOSTING_COUNTRY'])(
    'is refused with %s=none, as everybody has one',
    (name) => {
      expect(() => readSettings({ ...production, [name]: 'none' })).toThrow(
        new RegExp(`${name}: is needed in production`),
      );
    },
  );

  test.each([
    ['SUPPORT_EMAIL', ''],
    ['SUPPORT_EMAIL', 'help@pictures.example'],
    ['PUBLIC_URL', 'https://pictures.example'],
    ['MAIL_FROM', 'Pictures <hello@pictures.example>'],
    ['OPERATOR_PRIVACY_CONTACT', 'privacy@pictures.example'],
  ])('is refused with %s=%s, which reaches nobody', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(
      new RegExp(`${name}: ends in .example`),
    );
  });

  test('takes live keys, or no payments', () => {
    expect(() => readSettings({ ...production, ...keys('live') })).not.toThrow();
    expect(() => readSettings(production)).not.toThrow();
  });
});
