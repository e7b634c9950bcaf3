import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { escapeWide } from './one-byte-scripts.ts';

test('writes as escapes what does not fit into a byte, and leaves the rest', () => {
  const code = 'const s="1 → 2 … “ü” 😀",t=`\n→${s}`,r=/[–—]/u;';
  const escaped = escapeWide(code);
  expect(escaped).toMatch(/^[\0-\xff]*$/);
  expect(escaped).toContain('ü');
  const run = (script: string): unknown =>
    runInNewContext(`${script}JSON.stringify([s,t,r.test('a—b')])`);
  expect(run(escaped)).toBe(run(code));
  expect(run(code)).toContain('1 → 2 … “ü” 😀');
});

test('says where a backslash would change its meaning', () => {
  expect(() => escapeWide('const r=/\\→/;')).toThrow('→');
});
