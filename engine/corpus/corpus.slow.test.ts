import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/setup.mjs';
import { openHarness } from '../bench/harness.ts';
import { corpusFolder, projectRoot } from '../testing/folders.ts';
import { folders, type Folder } from './expectations.ts';
import { fuzzInBrowser } from './fuzz-browser.ts';
import { fuzzInNode } from './fuzz-node.ts';
import { hasTool } from './native.ts';
import { photosWithParts } from '../testing/photos-with-parts.ts';
import { runCorpus } from './run-corpus.ts';

const tools =
  'convert heif-convert heif-info ffmpeg ffprobe dwebp cwebp cjpeg djpeg exiftool'.split(' ');
const present = await Promise.all(tools.map(hasTool));
const missing = tools.filter((_, index) => !present[index]);
const browser = await findBrowser();

/** Every so many files of a folder; `npm run corpus` takes them all. */
const steps: Record<Folder, number> = {
  phone: 4,
  matrix: 1,
  derived: 2,
  conformance: 2,
  broken: 6,
  png: 12,
  webp: 12,
  jpeg: 6,
  tiff: 4,
  raw: 1,
  icon: 1,
};

function sampleOfCorpus(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(corpusFolder, folder))
      .sort()
      // The very large file has a reference that takes minutes to make.
      .filter((file) => !file.includes('200mp'))
      .filter((_, index) => index % steps[folder] === 0)
      .map((file) => `${folder}/${file}`),
  );
}

const canJudge = existsSync(corpusFolder) && missing.length === 0 && browser !== null;

test.skipIf(!canJudge)(
  'real files come out as native tools decode them, or are refused by name',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stillpix-corpus-'));
    try {
      const results = await runCorpus(sampleOfCorpus(), folder, () => undefined);
      expect(results.length).toBeGreaterThan(80);
      const short = results
        .filter(({ asked, metadata }) => !asked || metadata.length > 0)
        .map(({ name, ending, detail, metadata }) => [name, ending, detail, ...metadata]);
      expect(short).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);

const fixtureFolder = join(projectRoot, 'engine', 'fixtures');
const names = readdirSync(fixtureFolder).sort();
const files = names.map((name) => new Uint8Array(readFileSync(join(fixtureFolder, name))));
const limitMs = 10_000;

test('damaged files end in a picture or an EngineError in Node', async () => {
  const made = Object.entries(await photosWithParts());
  const report = await fuzzInNode(
    [...files, ...made.map(([, bytes]) => bytes)],
    [...names, ...made.map(([name]) => name)],
    { first: 1, count: 300, limitMs },
  );
  expect(report.defects).toEqual([]);
  expect(report.mutants).toBe(300);
  expect(report.endings.picture).toBeGreaterThan(10);
  expect(report.endings.movie).toBeGreaterThan(0);
});

test.skipIf(browser === null)(
  'damaged files end in a picture or an EngineError in a browser, and the pool lives on',
  async () => {
    const harness = await openHarness({ folders: { fixtures: fixtureFolder } });
    try {
      const urls = names.map((name) => `/fixtures/${name}`);
      const range = { first: 1, count: 300, limitMs };
      const { report } = await fuzzInBrowser(harness, urls, range, () => undefined);
      expect(report.defects).toEqual([]);
      expect(report.mutants).toBe(300);
      expect(report.endings.picture).toBeGreaterThan(10);
    } finally {
      await harness.close();
    }
  },
);
