import { expect, test } from 'vitest';
import { writeSecurityText } from './security-text.ts';

test('security.txt has what RFC 9116 asks for, and does not expire soon', () => {
  const now = new Date('2026-11-22T10:20:30.400Z');
  const text = writeSecurityText(
    { publicUrl: 'https://stillpix.example', supportEmail: 'help@stillpix.example' },
    now,
  );
  expect(text.split('\n')).toEqual([
    'Contact: mailto:help@stillpix.example',
    'Contact: https://stillpix.example/contact',
    'Expires: 2027-05-21T10:20:30Z',
    'Preferred-Languages: en, es, pt, de',
    'Canonical: https://stillpix.example/.well-known/security.txt',
    '',
  ]);
});
