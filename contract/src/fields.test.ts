import { describe, expect, test } from 'vitest';
import { emailField, nameField, timeZoneField } from './fields.ts';

describe('an e-mail address', () => {
  test('is told apart without case and spaces around it', () => {
    expect(emailField.parse('  Ana@Example.COM\n')).toBe('ana@example.com');
  });

  test.each([
    '',
    'ana',
    'ana@',
    'a b@example.com',
    'a@example.com\u0000',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is none', (text) => {
    expect(emailField.safeParse(text).success).toBe(false);
  });
});

test('a name is one line, of any script', () => {
  expect(nameField.parse(' Zoë 陈 ')).toBe('Zoë 陈');
  expect(nameField.parse('Zoë'.normalize('NFD'))).toBe('Zoë');
  for (const bad of ['a\nb', 'a\u0000', 'x'.repeat(101), '\ud800']) {
    expect(nameField.safeParse(bad).success).toBe(false);
  }
});

describe('a time zone', () => {
  const isKnown = (zone: string) => timeZoneField.safeParse(zone).success;

  test('is any that a browser says it is in, by an older name too', () => {
    const older =
      'Asia/Calcutta Asia/Katmandu Europe/Kiev US/Pacific America/Argentina/Ushuaia Etc/GMT+5';
    const single = 'UTC GMT CET EST EST5EDT HST W-SU NZ-CHAT GB-Eire Etc/UTC';
    const zones = [...Intl.supportedValuesOf('timeZone'), ...`${older} ${single}`.split(' ')];
    expect(zones.filter((zone) => !isKnown(zone))).toEqual([]);
  });

  test('is none that only the runtime knows, or that the database takes for another one', () => {
    const aliases =
      'AET AGT BET CAT CNT CTT ECT IET MIT NET PLT PNT PRT SST VST US/Pacific-New us/pacific-new';
    // Dhaka or London, Kolkata or Jerusalem.
    const ambiguous = 'BST IST ACT PST aet SystemV/PST8PDT';
    const names = `${aliases} ${ambiguous}`.split(' ');
    expect(names.filter(isKnown)).toEqual([]);
  });

  test.each(['Mars/Base', '+02:00', 'GMT+5', '', "UTC'; --", 'posix/Europe/Berlin', 'Factory'])(
    '%j is none',
    (text) => {
      expect(isKnown(text)).toBe(false);
    },
  );
});
