import { z } from 'zod';
import { languages } from './languages.ts';
import { maxPasswordLength } from './passwords.ts';

// U+0000 can't be stored by PostgreSQL, and control characters in a name or address only ever
// serve to forge mail headers and log lines.
const noControls = /^[^\p{Cc}\p{Cs}]*$/u;

/** An e-mail address, trimmed and in lower case: the form in which accounts are compared. */
export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .max(254)
  .regex(noControls)
  .pipe(z.email());

/** A first or last name: 0 to 100 characters on one line. */
export const nameField = z.string().trim().normalize('NFC').max(100).regex(noControls);

/** A password as typed. `findPasswordProblem` checks its quality. */
export const passwordField = z
  .string()
  .min(1)
  .max(maxPasswordLength * 4)
  .refine((value) => !value.includes('\u0000'), 'must not contain a NUL character');

/** An opaque, printable secret, made by us (and mailed) or by a payment provider. */
export const opaqueField = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/);

export const languageField = z.enum(languages);

/** An IANA name such as `Europe/Berlin`, known to this runtime and to PostgreSQL. */
export const timeZoneField = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'is not a known time zone');

// ICU has additional names for Java. PostgreSQL does not know `AET` and `US/Pacific-New`, and `IST`
// is Jerusalem's time there, but India's in Intl.
const singleNames = new Set(
  (
    'UTC GMT CET EET MET WET EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT GMT0 GMT+0 GMT-0 UCT Zulu ' +
    'Universal Greenwich Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan ' +
    'Kwajalein Libya NZ NZ-CHAT Navajo PRC Poland Portugal ROC ROK Singapore Turkey W-SU'
  ).split(' '),
);
const notInIana = /^(?:US\/Pacific-New|SystemV\/.*)$/i;

function isTimeZone(name: string): boolean {
  // Intl accepts offsets such as `+02:00`, but in PostgreSQL they have the opposite sign.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  if (notInIana.test(name) || !(name.includes('/') || singleNames.has(name))) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A moment, as ISO 8601 in UTC. */
export const timeField = z.iso.datetime();
