import { expect, it } from 'vitest';
import { VerdictStore } from './verdict-store.ts';

it('remembers findings from one visit to the next', () => {
  let text: string | null = null;
  const storage = { load: () => text, save: (written: string) => (text = written) };
  const first = new VerdictStore(storage);
  expect(first.known).toEqual({});
  first.add('hvc1.1.6.L90.B0', 'trusted');
  first.add('av01.0.04M.08', 'distrusted');
  expect(new VerdictStore(storage).known).toEqual({
    'hvc1.1.6.L90.B0': 'trusted',
    'av01.0.04M.08': 'distrusted',
  });
});

it('starts anew when the text is not its own', () => {
  for (const text of ['{"hvc1":"trusted"}', 'hvc1=maybe', '__proto__', 'a=trusted;b=trusted']) {
    expect(new VerdictStore({ load: () => text, save: () => {} }).known).toEqual({});
  }
});
