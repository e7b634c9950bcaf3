import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  inBundle?: boolean;
}

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const shipped = installed.filter(([, { dev }]) => dev !== true);

/** What may be shipped and served under the MIT license of ours, and LGPL as a file of its own. */
const accepted = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Unlicense'],
  ...['Zlib', 'CC0-1.0', 'BlueOak-1.0.0', 'Python-2.0', 'OFL-1.1', 'PostgreSQL', 'LGPL-3.0'],
]);

/** Whether an SPDX expression can be met by accepted licenses. */
const isAccepted = (expression: string) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => accepted.has(one)));

test('what ships or serves is under a license that goes with ours', () => {
  const others = shipped.filter(([, { license }]) => !isAccepted(license ?? 'none'));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('only libheif is under the LGPL', () => {
  const weak = shipped.filter(([, { license }]) => license?.includes('GPL'));
  expect(weak.map(([path]) => path)).toEqual(['node_modules/libheif-js']);
});

test('every package is pinned by its hash', () => {
  const unpinned = installed.filter(
    ([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true,
  );
  expect(unpinned.map(([path]) => path)).toEqual([]);
});
