import { expect, test } from 'vitest';
import { readProfile } from './profile.ts';
import { headerSize, readProfileName } from './profile-header.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A profile (ICC.1:2022) of version 4 with one tag. */
function profileOf(space: string, tag: string, value: Uint8Array): Uint8Array {
  const start = headerSize + 4 + 12;
  const bytes = new Uint8Array(start + value.length);
  const view = new DataView(bytes.buffer);
  bytes[8] = 4;
  bytes.set(ascii(`${space}Lab `), 16);
  view.setUint32(headerSize, 1);
  bytes.set(ascii(tag), headerSize + 4);
  view.setUint32(headerSize + 8, start);
  view.setUint32(headerSize + 12, value.length);
  bytes.set(value, start);
  return bytes;
}

test('a profile with a very long name is read as any other', () => {
  const letters = 500_000;
  const description = new Uint8Array(12 + letters);
  description.set(ascii('desc'));
  new DataView(description.buffer).setUint32(8, letters);
  description.set(ascii('Wide'), 12);
  const profile = profileOf('RGB ', 'desc', description);
  expect(readProfile(profile)).toMatchObject({ space: 'RGB ', name: 'Wide' });
  description.fill(0x41, 16);
  expect(readProfileName(profileOf('RGB ', 'desc', description))).toHaveLength(letters);
});

test('a table that gives three colors for four inks without a grid is no table', () => {
  const table = new Uint8Array(200);
  table.set(ascii('mAB '));
  table.set([4, 3], 8);
  const view = new DataView(table.buffer);
  // Where the last curves are: three that change nothing.
  view.setUint32(12, 32);
  for (const at of [32, 44, 56]) table.set(ascii('curv'), at);
  const profile = readProfile(profileOf('CMYK', 'A2B0', table));
  expect(profile).toMatchObject({ space: 'CMYK' });
  expect(profile?.tables).toBeUndefined();
});
