import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChanges, packFolder, packSource, writeSums } from './release.mjs';
import { makeBillOfMaterials } from './sbom.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-release-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
) as Parameters<typeof makeBillOfMaterials>[0];

test('the source has the same bytes whenever it is packed, and nothing that is installed', () => {
  const packed = packSource('stillpix-1');
  expect(packSource('stillpix-1').equals(packed)).toBe(true);
  const path = join(folder, 'source.tar.gz');
  writeFileSync(path, packed);
  const names = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n');
  expect(names).toContain('stillpix-1/package-lock.json');
  expect(names.filter((name) => name.includes('node_modules'))).toEqual([]);
});

test('a built folder has the same bytes whenever its files were written', () => {
  const made = ['first', 'second'].map((name, index) => {
    const site = join(folder, name);
    mkdirSync(site);
    for (const file of index === 0 ? ['a', 'b'] : ['b', 'a']) writeFileSync(join(site, file), file);
    utimesSync(join(site, 'a'), 1000 + index, 1000 + index);
    return packFolder(site, '1700000000');
  });
  expect(made[1]?.equals(made[0] ?? Buffer.alloc(0))).toBe(true);
});

test('the sums are those of the files', () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  writeFileSync(join(out, 'x'), 'content');
  writeSums(out);
  writeSums(out);
  const sum = createHash('sha256').update('content').digest('hex');
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  x\n`);
});

test('the changes are the subjects of commits', () => {
  for (const line of listChanges().split('\n')) expect(line).toMatch(/^- \S/);
});

test('the bill of materials follows the schema of CycloneDX, and names what serves and ships', async () => {
  const bill = makeBillOfMaterials(lock);
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(
    JSON.stringify(bill),
  );
  expect(problem).toBeNull();
  const { components } = bill as { components: { name: string; hashes: object[] }[] };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['hono', 'pg', 'react', 'libheif-js']));
  expect(names).not.toContain('vitest');
  expect(components.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
});
