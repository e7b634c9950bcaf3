import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { publicUrl, settingExamples, settingNames } from './settings.ts';
import { readSettings } from './read-settings.ts';

const strong = 'Zk3v9Qw1xT7rB5nM8cL2yH6pD4sF0gJ-aE_uI';

describe('settings', () => {
  test('nothing set gives the documented defaults', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', NODE_ENV: 'development' });
    expect(settings.DATABASE_URL).toBeUndefined();
    expect(settings.DATA_DIR).toMatch(/[\\/]data$/);
    expect(publicUrl(settings)).toBe('http://127.0.0.1:3000');
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'stillpix.example'],
    ['PUBLIC_URL', 'ftp://stillpix.example'],
    ['PUBLIC_URL', 'https://stillpix.example/photos'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'Stillpix'],
    ['MAIL_FROM', 'Stillpix <hello>'],
    ['TRUSTED_PROXIES', '10.0.0.0/40'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['SESSION_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['FLAGS', '{not json'],
    ['FLAGS', '{"no-such-flag":{"enabled":true}}'],
    ['ADS_PUBLISHER_ID', 'pub-1'],
    ['ADS_SLOTS', '{"roof":"0123456789"}'],
    ['FREE_DAILY_LIMIT', '-1'],
    ['NODE_ENV', 'staging'],
  ] as const)('%s=%s is refused with the name and an example', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`${name}: .*Example: ${name}=`),
    );
  });

  test('every bad setting is named at once', () => {
    expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });

  test('the value of a secret is not shown', () => {
    let message = '';
    try {
      readSettings({ SESSION_SECRET: 'hunter2hunter2', DATABASE_URL: 'pg:topsecret' });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('SESSION_SECRET');
    expect(message).not.toMatch(/hunter2|topsecret/);
  });

  test('production needs a public address and refuses guessable secrets', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pictures.test',
      SMTP_URL: 'smtps://mail.example',
      SUPPORT_EMAIL: 'help@pictures.test',
      OPERATOR_NAME: 'Pixel Works Ltd.',
      OPERATOR_ADDRESS: '1 Harbor Street, Dublin',
      OPERATOR_REGISTER: 'none',
      OPERATOR_TAX_ID: 'none',
      OPERATOR_HOSTING_COUNTRY: 'Ireland',
    };
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL/);
    for (const weak of [
      'a'.repeat(40),
      'change-me-change-me-change-me-please',
      'my-secret-my-secret-my-secret-1234567',
    ]) {
      expect(() => readSettings({ ...production, SESSION_SECRET: weak })).toThrow(/SESSION_SECRET/);
    }
    expect(readSettings({ ...production, SESSION_SECRET: strong }).SESSION_SECRET).toBe(strong);
  });

  test('an empty value counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000 });
  });

  test('each has an example and stands in the documentation table', () => {
    const table = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    for (const name of settingNames) {
      expect(settingExamples[name]).not.toBe('');
      expect(table).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
    }
  });
});
