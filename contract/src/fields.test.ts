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

test('a time zone is one that the calendar knows', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia', 'Etc/GMT+5']) {
    expect(timeZoneField.safeParse(zone).success).toBe(true);
  }
  for (const zone of ['Mars/Base', '+02:00', '', "UTC'; --"]) {
    expect(timeZoneField.safeParse(zone).success).toBe(false);
  }
});
