import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@stillpix/contract/languages';
import { codecs } from '@stillpix/engine';
import { describe, expect, test } from 'vitest';

/** Rows of the first table on the page about codecs, with trimmed cells. */
function readTable(language: string): string[] {
  const file = join(import.meta.dirname, '../../../content/pages', language, 'codecs.md');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/\s+/g, ' '));
}

const root = join(import.meta.dirname, '../../../..');
const versions: Record<string, string> = ['web', 'engine'].reduce(
  (known, workspace) => ({
    ...known,
    ...JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).dependencies,
    ...JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).devDependencies,
  }),
  {},
);

/** What the page calls a part that is no codec, and its package. */
const packages = [
  ['brotli-dec-wasm', 'brotli-dec-wasm'],
  ['zip.js', '@zip.js/zip.js'],
  ['React', 'react'],
  ['React Router', 'react-router'],
  ['Radix UI', 'radix-ui'],
  ['TanStack Query', '@tanstack/react-query'],
  ['Lucide', 'lucide-react'],
  ['Instrument Sans', '@fontsource/instrument-sans'],
] as const;

describe.each(languages)('the page about codecs in %s', (language) => {
  const rows = readTable(language);

  test.each(codecs.filter((codec) => codec.package !== null))(
    'lists $package as it ships',
    ({ package: name, version, license }) => {
      const row = rows.find((line) => line.includes(`| ${name} `));
      expect(row).toContain(`| ${version} |`);
      for (const part of license.split(' AND ')) {
        expect(row).toContain(part.replace('-or-later', ''));
      }
    },
  );

  test('lists no codec that does not ship', () => {
    const listed = rows.flatMap((line) => line.match(/@jsquash\/\w+/g) ?? []);
    const shipped = codecs.map((codec) => codec.package);
    expect(listed.filter((name) => !shipped.includes(name))).toEqual([]);
  });

  test('lists what the pages are made of in the versions that ship', () => {
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    for (const [part, name] of packages) {
      const row = cells.find(([, first = '']) => first.includes(part));
      expect(row?.[2], part).toMatch(new RegExp(`^${versions[name]}(?: |$)`));
    }
  });

  test("counts the engine's own codecs among them", () => {
    const own = rows.find((line) => line.includes('Stillpix') && line.includes('HEVC'));
    for (const format of ['HEIF', 'HEVC', 'JPEG', 'PNG', 'GIF', 'BMP'])
      expect(own).toContain(format);
  });
});
