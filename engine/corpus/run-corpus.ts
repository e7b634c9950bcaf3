import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openHarness } from '../bench/harness.ts';
import { corpusFolder } from '../testing/folders.ts';
import type { Outcome } from '../bench/laboratory.ts';
import { outputExtensions } from '../src/extensions.ts';
import { expectationOf, type Expectation } from './expectations.ts';
import { judge, type Judgment } from './judge.ts';
import { metadataFaults, readTags, tagsOfPrimary } from './metadata.ts';
import { referenceOf, type Reference } from './references.ts';

export interface FileResult extends Judgment {
  name: string;
  milliseconds: number;
  /** What the result lost of its source's metadata. */
  metadata: string[];
}

/** A pool that does not convert this small file in so many milliseconds is counted as dead. */
const probeName = 'matrix/blue.heic';
const probeLimitMs = 10_000;

/** Lossless WebP is slow to make. */
const webpFactor = 3;

/** Twice the time asked: what comes between is late, what does not come then is hung. */
const patience = 2;

/** What all files are converted to; PNG and WebP without loss, so that samples can be compared one to one. */
export const resultFormats = ['jpeg', 'png', 'webp'] as const;
export type ResultFormat = (typeof resultFormats)[number];

const resultName = (name: string, format: ResultFormat) =>
  `${name.replaceAll('/', '__')}.${outputExtensions[format]}`;

function expectationFor(name: string, format: ResultFormat): Expectation {
  const expectation = expectationOf(name);
  const factor = format === 'webp' && !expectation.damaged ? webpFactor : 1;
  return { ...expectation, limitMs: expectation.limitMs * factor };
}

async function makeReferences(names: string[], say: (line: string) => void) {
  const tags = await readTags(names.map((name) => join(corpusFolder, name)));
  const references = new Map<string, Reference>();
  const started = performance.now();
  for (const name of names) {
    const path = join(corpusFolder, name);
    references.set(name, await referenceOf(name, path, tags.get(path)));
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  if (seconds > 5) say(`References made in ${seconds} s; they are kept for the next run.`);
  return { tags, references };
}

/** Converts the files one after the other in one page, as a visitor would. */
async function convertAll(
  names: string[],
  resultFolder: string,
  format: ResultFormat,
): Promise<Map<string, Outcome>> {
  const harness = await openHarness({ resultFolder });
  const outcomes = new Map<string, Outcome>();
  try {
    const page = await harness.freshPage();
    // Loads the code, so that the first damaged file is not charged for it.
    await page.evaluate((task) => laboratory.probe(...task), [
      `/corpus/${probeName}`,
      60_000,
    ] as const);
    for (const name of names) {
      const { limitMs } = expectationFor(name, format);
      const task = {
        url: `/corpus/${encodeURIComponent(name).replaceAll('%2F', '/')}`,
        options: format === 'jpeg' ? {} : { format, lossless: true },
        limitMs: limitMs * patience,
        saveAs: resultName(name, format),
      };
      let outcome = await page.evaluate((asked) => laboratory.convert(asked), task);
      if (name.startsWith('broken/') && outcome.kind !== 'hung') {
        const probe = [`/corpus/${probeName}`, probeLimitMs] as const;
        const alive = await page.evaluate((asked) => laboratory.probe(...asked), probe);
        if (alive.kind !== 'picture') {
          outcome = {
            kind: 'stray',
            milliseconds: outcome.milliseconds,
            message: 'the pool is dead after this file',
          };
        }
      }
      outcomes.set(name, outcome);
    }
  } finally {
    await harness.close();
  }
  return outcomes;
}

/** Converts and judges files of the corpus, given by their paths below it. Results stay in `resultFolder`. */
export async function runCorpus(
  names: string[],
  resultFolder: string,
  say: (line: string) => void,
  format: ResultFormat = 'jpeg',
): Promise<FileResult[]> {
  const { tags, references } = await makeReferences(names, say);
  const outcomes = await convertAll(names, resultFolder, format);
  const pictures = names.filter((name) => outcomes.get(name)?.kind === 'picture');
  const resultTags = await readTags(
    pictures.map((name) => join(resultFolder, resultName(name, format))),
  );
  const results: FileResult[] = [];
  for (const name of names) {
    const outcome = outcomes.get(name);
    const reference = references.get(name);
    if (!outcome || !reference) continue;
    const path = join(resultFolder, resultName(name, format));
    const judgment = await judge(outcome, reference, expectationFor(name, format), path);
    const file = join(corpusFolder, name);
    const source = tagsOfPrimary(tags.get(file) ?? {}, await readFile(file));
    const metadata =
      outcome.kind === 'picture' ? metadataFaults(source, resultTags.get(path) ?? {}) : [];
    results.push({ name, milliseconds: outcome.milliseconds, metadata, ...judgment });
  }
  return results;
}
