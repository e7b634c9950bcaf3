/** What readers that many use find in Ultra HDR and Motion Photo results of real files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusFolder } from '../testing/folders.ts';
import { createPool, type ConvertOptions } from '../src/index.ts';
import { fixture } from '../testing/pictures.ts';
import { photosWithParts } from '../testing/photos-with-parts.ts';
import { hasTool, run } from './native.ts';

const [hasExiftool, hasFfprobe] = await Promise.all(['exiftool', 'ffprobe'].map(hasTool));

/** Ways that lead a map and a video through different code. */
const ways: Record<string, ConvertOptions> = {
  plain: { video: 'keep' },
  small: { video: 'keep', resize: { width: 100 } },
  turned: { rotate: 90, crop: { x: 2, y: 4, width: 8, height: 6 } },
  bare: { metadata: 'strip', keepSmallerOriginal: true },
  limited: { targetBytes: 60_000 },
};

/** Large ones take one way only. */
const largeBytes = 500_000;

async function sources(): Promise<[string, Uint8Array<ArrayBuffer>][]> {
  const real = existsSync(corpusFolder)
    ? ['gainmap', 'phone', 'jpeg', 'video'].flatMap((folder) =>
        readdirSync(join(corpusFolder, folder))
          .filter((name) => !name.includes('200mp') && !/\.(mov|mp4)$/.test(name))
          .map((name) => join(corpusFolder, folder, name)),
      )
    : [];
  const made = await photosWithParts();
  const names = ['gain-map.heic', 'gain-map.jpg', 'hdr-pq.heic'];
  return [
    ...(await Promise.all(names.map(async (name) => [name, await fixture(name)] as const))),
    ...Object.entries(made).filter(([name]) => !name.endsWith('.mov')),
    ...real.map((path) => [path, new Uint8Array(readFileSync(path))] as const),
  ].map(([path, bytes], index) => [`${index}-${path.split('/').at(-1)}`, bytes]);
}

/** An item of Google's container directory, as exiftool shows it. */
interface Listed {
  Item: { Semantic: string; Length?: number };
}

interface Result {
  file: string;
  hasMap: boolean;
  isMotionPhoto: boolean;
}

describe.skipIf(!hasExiftool || !hasFfprobe)('results with a gain map or a video', () => {
  let folder: string;
  const results: Result[] = [];
  const videos: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stillpix-readers-'));
    const pool = createPool();
    for (const [name, bytes] of await sources()) {
      const file = new Blob([bytes]);
      const seen = await pool.inspect(file).catch(() => null);
      if (!seen || !(seen.hasGainMap || seen.hasVideo || seen.colorProfile.hdr)) continue;
      const asked = Object.entries(ways).filter(
        ([way]) => way === 'plain' || bytes.length < largeBytes,
      );
      for (const [way, options] of asked) {
        const { blob, hasGainMap, isMotionPhoto, notes } = await pool.convert(file, options);
        const path = join(folder, `${name}-${way}.jpg`);
        await writeFile(path, Buffer.from(await blob.arrayBuffer()));
        // What stays as the camera wrote it is in the camera's words.
        const hasMap = hasGainMap && !notes.includes('original-kept');
        results.push({ file: path, hasMap, isMotionPhoto });
      }
      const { video } = await pool.convert(file, { video: 'beside' });
      if (!video) continue;
      videos.push(join(folder, `${name}.mp4`));
      await writeFile(videos.at(-1)!, Buffer.from(await video.arrayBuffer()));
    }
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are read by exiftool, with all that points to them, and without a warning', async () => {
    expect(results.filter(({ hasMap }) => hasMap).length).toBeGreaterThan(10);
    expect(results.filter(({ isMotionPhoto }) => isMotionPhoto).length).toBeGreaterThan(5);
    const { stdout } = await run('exiftool', ['-j', '-a', '-G1', '-s', '-q', folder]);
    const read = new Map(
      (JSON.parse(stdout.toString()) as Record<string, unknown>[]).map((tags) => [
        tags['SourceFile'],
        tags,
      ]),
    );
    for (const { file, hasMap, isMotionPhoto } of results) {
      const tags = read.get(file)!;
      const found = Object.keys(tags).join('\n');
      expect([file, found.match(/.*:(Warning|Error)/g)]).toEqual([file, null]);
      const asked = [
        ...(hasMap ? [/MPF0:NumberOfImages/, /XMP-(G)?Container:/, /XMP-hdrgm:Version/] : []),
        ...(isMotionPhoto ? [/XMP-GCamera:MotionPhoto/, /XMP-(G)?Container:/] : []),
      ];
      expect([file, asked.filter((part) => !part.test(found))]).toEqual([file, []]);
    }
  });

  test('list for exiftool picture, map and video in this order, each where it says', async () => {
    const { stdout } = await run('exiftool', ['-j', '-struct', '-q', '-Directory#', folder]);
    const read = JSON.parse(stdout.toString()) as { SourceFile: string; Directory: Listed[] }[];
    const listed = new Map(read.map((each) => [each.SourceFile, each.Directory]));
    for (const { file, hasMap, isMotionPhoto } of results.filter((each) => each.isMotionPhoto)) {
      const items = listed.get(file)!.map(({ Item }) => Item);
      const parts = ['Primary', ...(hasMap ? ['GainMap'] : []), 'MotionPhoto'];
      expect([file, isMotionPhoto, items.map(({ Semantic }) => Semantic)]).toEqual([
        file,
        true,
        parts,
      ]);
      const bytes = readFileSync(file);
      let end = bytes.length;
      for (const { Semantic, Length } of items.slice(1).toReversed()) {
        const start = bytes.subarray(end - Length!, end - Length! + 8);
        const mark = Semantic === 'GainMap' ? [0xff, 0xd8, 0xff] : [...Buffer.from('ftyp')];
        const at = Semantic === 'GainMap' ? 0 : 4;
        expect([file, Semantic, [...start.subarray(at, at + mark.length)]]).toEqual([
          file,
          Semantic,
          mark,
        ]);
        end -= Length!;
      }
    }
  });

  test('are read by sharp with the map that is in them', async () => {
    for (const { file, hasMap } of results) {
      const { gainMap, width } = await sharp(file).metadata();
      if (!hasMap) continue;
      const map = await sharp(gainMap!.image).metadata();
      expect([file, map.width! > 0 && map.width! <= Math.max(width!, 16)]).toEqual([file, true]);
    }
  });

  test('give out videos that ffprobe reads', async () => {
    expect(videos.length).toBeGreaterThan(4);
    for (const video of videos) {
      const { stdout } = await run('ffprobe', [
        ...['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', video],
      ]);
      expect([video, stdout.toString().split('\n')]).toEqual([
        video,
        expect.arrayContaining(['video']),
      ]);
    }
  });
});
