import { expect, test } from 'vitest';
import { TrustStore } from './trust-store.ts';

test('remembers findings from one visit to the next', () => {
  let text: string | null = null;
  const storage = { load: () => text, save: (written: string) => (text = written) };
  const first = new TrustStore(storage, 'Browser/8 (computer)');
  expect(first.known).toEqual({});
  first.add({ 'hvc1.1.6.L90.B0': 'trusted' });
  first.add({ 'av01.0.04M.08': 'distrusted' });
  expect(new TrustStore(storage, 'Browser/8 (computer)').known).toEqual({
    'hvc1.1.6.L90.B0': 'trusted',
    'av01.0.04M.08': 'distrusted',
  });
});

test('starts anew in another version of the browser, whose decoders may be others', () => {
  let text: string | null = null;
  const storage = { load: () => text, save: (written: string) => (text = written) };
  new TrustStore(storage, 'Browser/8').add({ 'hvc1.1.6.L90.B0': 'trusted' });
  const updated = new TrustStore(storage, 'Browser/9');
  expect(updated.known).toEqual({});
  updated.add({ 'hvc1.1.6.L90.B0': 'distrusted' });
  expect(new TrustStore(storage, 'Browser/9').known).toEqual({ 'hvc1.1.6.L90.B0': 'distrusted' });
});

test('starts anew when the text is not its own', () => {
  const entries = ['{"hvc1":"trusted"}', 'hvc1=maybe', '__proto__', 'a=trusted;b=trusted', ''];
  for (const text of ['', 'hvc1=trusted', ...entries.map((entry) => `Browser/8\n${entry}`)]) {
    const storage = { load: () => text, save: () => {} };
    expect(new TrustStore(storage, 'Browser/8').known).toEqual({});
  }
});
