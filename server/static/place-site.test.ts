import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeSite } from './place-site.ts';
import { readStaticSettings } from './settings.ts';

test('a folder that holds other files is left as it is', () => {
  const out = mkdtempSync(join(tmpdir(), 'stillpix-out-'));
  const other = join(out, 'thesis.txt');
  writeFileSync(other, 'years of work');
  try {
    const folders = { built: out, socialImages: out, out };
    expect(() => placeSite(folders, readStaticSettings({}))).toThrow(/thesis\.txt.*--out/);
    expect(readFileSync(other, 'utf8')).toBe('years of work');
  } finally {
    rmSync(out, { recursive: true });
  }
});
