import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../bench/harness.ts';
import type { Outcome } from '../bench/laboratory.ts';
import { joinBytes } from '../src/bytes/join.ts';
import { findBrowser } from '../../scripts/setup.mjs';
import { fixture } from '../testing/pictures.ts';
import { samplePhoto } from '../testing/sample-planes.ts';

// In Chromium some of these are decoded by the browser, which says nothing of what is missing.

type Bytes = Uint8Array<ArrayBuffer>;

const photo = samplePhoto(640, 480);
const picture = () =>
  sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } });
const made = async (one: Sharp): Promise<Bytes> => new Uint8Array(await one.toBuffer());

const files: Record<string, Bytes> = {
  'a.webp': await made(picture().webp({ quality: 90 })),
  'lossless.webp': await made(picture().webp({ lossless: true })),
  'alpha.webp': await made(picture().ensureAlpha(0.5).webp({ quality: 80 })),
  'a.avif': await made(picture().avif({ quality: 70 })),
  'half-chroma.avif': await made(picture().avif({ quality: 60, chromaSubsampling: '4:2:0' })),
  'grid.avif': await fixture('av1-grid.avif'),
  'a.gif': await made(picture().gif()),
  'a.png': await made(picture().resize(1200, 900).png()),
  'palette.png': await made(picture().png({ palette: true })),
  'interlaced.png': await made(picture().png({ progressive: true })),
};

const shares = [0.05, 0.2, 0.35, 0.5, 0.65, 0.88];

function zeroed(bytes: Bytes, share: number): Bytes {
  const from = Math.floor(bytes.length * share);
  return bytes.slice().fill(0, from, from + Math.floor(bytes.length / 10));
}

function cut(bytes: Bytes, share: number): Bytes {
  const from = Math.floor(bytes.length * share * 0.75);
  return joinBytes([
    bytes.subarray(0, from),
    bytes.subarray(from + Math.floor(bytes.length * 0.3)),
  ]);
}

/** Where the bytes lie that say a picture's height, by what is in front of them. */
const heights: Record<
  string,
  { mark: number[]; at: number; write: (view: DataView, at: number, height: number) => void }
> = {
  gif: {
    mark: [0x2c, 0, 0, 0, 0],
    at: 7,
    write: (view, at, height) => {
      view.setUint16(at, height, true);
      view.setUint16(8, height, true);
    },
  },
  png: {
    mark: [0x49, 0x48, 0x44, 0x52],
    at: 8,
    write: (view, at, height) => view.setUint32(at, height),
  },
  avif: {
    mark: [0x69, 0x73, 0x70, 0x65],
    at: 12,
    write: (view, at, height) => view.setUint32(at, height),
  },
  webp: {
    mark: [0x9d, 1, 0x2a],
    at: 5,
    write: (view, at, height) => view.setUint16(at, height, true),
  },
};

function withHeight(name: string, bytes: Bytes, factor: number): Bytes | null {
  const { mark, at, write } = heights[name.split('.').at(-1)!]!;
  const copy = bytes.slice();
  const found = copy.findIndex((_, index) => mark.every((one, n) => copy[index + n] === one));
  if (found < 0) return null;
  write(new DataView(copy.buffer), found + at, (name === 'a.png' ? 900 : 480) * factor);
  return copy;
}

const executablePath = await findBrowser();

describe.skipIf(executablePath === null)('damaged pictures in Chromium', () => {
  let harness: Harness;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stillpix-damaged-'));
    harness = await openHarness({ folders: { damaged: folder } });
  });
  afterAll(async () => {
    await harness.close();
    await rm(folder, { recursive: true });
  });

  async function convertAll(pictures: [name: string, bytes: Bytes][]): Promise<string[]> {
    for (const [name, bytes] of pictures) await writeFile(join(folder, name), bytes);
    const page = await harness.freshPage();
    const endings: string[] = [];
    for (const format of ['jpeg', 'png'] as const) {
      for (const [name] of pictures) {
        const task = { url: `/damaged/${name}`, options: { format }, limitMs: 20_000 };
        const outcome = await page.evaluate((asked) => laboratory.convert(asked), task);
        endings.push(`${name} to ${format}: ${describeOutcome(outcome)}`);
      }
    }
    await page.context().close();
    return endings;
  }

  function describeOutcome(outcome: Outcome): string {
    if (outcome.kind === 'error') return outcome.code;
    return outcome.kind === 'picture' ? ['picture', ...outcome.notes].join(' ') : outcome.kind;
  }

  test.each(Object.entries(files))('are never given as whole: %s', async (name, bytes) => {
    const whole = (await convertAll([[name, bytes]])).filter((ending) => !/: picture/.test(ending));
    expect(whole).toEqual([]);
    const damaged: [string, Bytes][] = [
      ...shares.map((share): [string, Bytes] => [`zeroed-${share}-${name}`, zeroed(bytes, share)]),
      ...shares.map((share): [string, Bytes] => [`cut-${share}-${name}`, cut(bytes, share)]),
      ...[0.5, 2].flatMap((factor): [string, Bytes][] => {
        const changed = withHeight(name, bytes, factor);
        return changed ? [[`height-${factor}-${name}`, changed]] : [];
      }),
    ];
    const silent = (await convertAll(damaged)).filter(
      (ending) =>
        !/: (?:corrupt-file|unsupported-\w+|too-large|picture .*may-be-damaged)/.test(ending),
    );
    expect(silent).toEqual([]);
  });
});
