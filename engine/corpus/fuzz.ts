// `npm run fuzz -- --count N`: damaged files through the engine; each must end in a picture or an EngineError.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { photosWithParts } from '../testing/photos-with-parts.ts';
import { openHarness } from '../bench/harness.ts';
import { cacheFolder, corpusFolder, projectRoot } from '../testing/folders.ts';
import { folders } from './expectations.ts';
import { fuzzInBrowser, type BrowserFuzz } from './fuzz-browser.ts';
import { fuzzInNode } from './fuzz-node.ts';
import type { FuzzReport } from './fuzz-report.ts';
import { growthOf, isGrowing, maxGrowth, type Growth } from './memory-growth.ts';
import { makeMutant } from './mutant.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', default: 'browser' },
    only: { type: 'string' },
  },
});

const first = Number(values.seed) || 1;
const count = Number(values.count) || 2000;

/** No file may take longer, whatever it claims to be. */
const limitMs = 10_000;

/** Larger files only make each mutant slower; the code they reach is the same. */
const largestFile = 120_000;

/** Runs of so many mutants or more tell whether memory grows. */
const longRun = 20_000;

const fixtureFolder = join(projectRoot, 'engine', 'fixtures');
const fixtureNames = readdirSync(fixtureFolder).map((file) => `fixtures/${file}`);
const withParts = await photosWithParts();
const madeFolder = join(cacheFolder, 'fuzzed');
await mkdir(madeFolder, { recursive: true });
for (const [name, bytes] of Object.entries(withParts))
  await writeFile(join(madeFolder, name), bytes);
const madeNames = Object.keys(withParts).map((name) => `made/${name}`);

const corpusNames = existsSync(corpusFolder)
  ? [...folders, 'gainmap', 'video'].flatMap((folder) =>
      readdirSync(join(corpusFolder, folder)).map((file) => `corpus/${folder}/${file}`),
    )
  : [];
const folderOf: Record<string, string> = {
  fixtures: fixtureFolder,
  made: madeFolder,
  corpus: corpusFolder,
};
const pathOf = (name: string) => {
  const [folder = '', ...rest] = name.split('/');
  return join(folderOf[folder] ?? '', ...rest);
};
const names = [...fixtureNames, ...madeNames, ...corpusNames]
  .filter((name) => !values.only || name.includes(values.only))
  .filter((name) => statSync(pathOf(name)).size <= largestFile)
  .sort();
const files = names.map((name) => new Uint8Array(readFileSync(pathOf(name))));

/** Keeps the mutants that did not end as they must, so that they can be looked at. */
async function keepDefects(report: FuzzReport): Promise<void> {
  const folder = join(cacheFolder, 'mutants');
  await mkdir(folder, { recursive: true });
  for (const { seed, file, what } of report.defects) {
    const path = join(folder, `${seed}.bin`);
    await writeFile(path, makeMutant(files, seed).bytes);
    console.log(`! seed ${seed}, made from ${file}: ${what}`);
  }
}

async function run(): Promise<boolean> {
  console.log(`${count} mutants of ${names.length} files from seed ${first}, in ${values.in}`);
  if (values.in === 'node') {
    const report = await fuzzInNode(files, names, { first, count, limitMs });
    return finish(report, []);
  }
  const harness = await openHarness({ folders: { fixtures: fixtureFolder, made: madeFolder } });
  try {
    const urls = names.map((name) => `/${name.split('/').map(encodeURIComponent).join('/')}`);
    const say = (line: string) => console.log(line);
    const { report, memory } = await fuzzInBrowser(harness, urls, { first, count, limitMs }, say);
    return await finish(report, memory);
  } finally {
    await harness.close();
  }
}

async function finish(report: FuzzReport, memory: BrowserFuzz['memory']): Promise<boolean> {
  await keepDefects(report);
  const { seed, milliseconds } = report.slowest;
  for (const [ending, times] of Object.entries(report.endings).sort((a, b) => b[1] - a[1])) {
    console.log(`${String(times).padStart(8)}  ${ending}`);
  }
  console.log(`slowest: seed ${seed}, ${Math.round(milliseconds)} ms`);
  const tight = count < longRun || isTight(memory);
  const good = report.defects.length === 0 && tight;
  console.log(
    good ? 'No defect.' : `${report.defects.length} defects${tight ? '' : ', and memory grows'}.`,
  );
  return good;
}

/** Says whether a long run has left memory as it was, and prints what it has seen. */
function isTight(memory: BrowserFuzz['memory']): boolean {
  if (memory.length === 0) return true;
  const growth = growthOf(memory);
  const owned = memory.map((sample) => sample.owned / 1e6);
  const part = (name: keyof Growth) =>
    `${kilobytes(growth[name])} (at most ${kilobytes(maxGrowth[name])})`;
  console.log(
    `memory at rest: ${Math.round(Math.min(...owned))} to ${Math.round(Math.max(...owned))} MB; ` +
      `each mutant of the second half left ${part('heaps')} in heaps, ${part('owned')} in all`,
  );
  return !isGrowing(growth);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

process.exit((await run()) ? 0 : 1);
