import { expect, it } from 'vitest';
import { escapeWide } from './one-byte-scripts.ts';

it('writes as escapes what does not fit into a byte, and leaves the rest', () => {
  const code = 'const s="1 → 2 … “ü” 😀",t=`\n→${s}`,r=/[–—]/u;';
  const escaped = escapeWide(code);
  expect(escaped).toMatch(/^[\0-\xff]*$/);
  expect(escaped).toContain('ü');
  const run = (script: string): unknown => new Function(`${script}return [s,t,r.test('a—b')]`)();
  expect(run(escaped)).toEqual(run(code));
});

it('says where a backslash would change its meaning', () => {
  expect(() => escapeWide('const r=/\\→/;')).toThrow('→');
});
