import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { corpusFolder } from '../testing/folders.ts';
import { loadInput } from '../src/formats/table.ts';
import { requireFormat } from '../src/formats/require-format.ts';
import { findPayload } from '../src/formats/jpeg/read-metadata.ts';
import { readJpeg } from '../src/formats/jpeg/segments.ts';
import { isoMark, readIsoMetadata } from '../src/gain-map/iso.ts';
import { createPool } from '../src/index.ts';
import { isHdr } from '../src/color/hdr.ts';
import type { Raster } from '../src/planes/raster.ts';
import { place } from '../src/transform/orient.ts';
import {
  appleGain,
  compareLight,
  isoGain,
  reconstruct,
  type Samples,
} from '../testing/reconstruct-hdr.ts';

const folders = ['gainmap', 'phone', 'jpeg'];

const files = existsSync(corpusFolder)
  ? folders.flatMap((folder) =>
      readdirSync(join(corpusFolder, folder)).map((name) => join(corpusFolder, folder, name)),
    )
  : [];

function samplesOf({ width, height, data }: Raster): Samples {
  return { width, height, channels: 4, data, max: data instanceof Uint16Array ? 65_535 : 255 };
}

async function readBySharp(picture: Uint8Array): Promise<Samples> {
  const { data, info } = await sharp(picture, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, channels, data, max: 255 };
}

test.skipIf(files.length === 0)(
  'the HDR light of real photos comes through a conversion to JPEG',
  async () => {
    const pool = createPool();
    const report: Record<string, { mean: number; p99: number; share: number; added: number }> = {};
    for (const path of files) {
      const bytes = new Uint8Array(readFileSync(path));
      const source = await (await loadInput(await requireFormat(bytes))).open(bytes);
      const { gainMap, color, placement, hasAlpha } = source.pictures[0]!;
      if (!gainMap || gainMap === 'unusable' || isHdr(color)) continue;
      const { blob, hasGainMap } = await pool.convert(new Blob([bytes]), { name: path });
      expect([path, hasGainMap]).toEqual([path, true]);
      const result = new Uint8Array(await blob.arrayBuffer());
      const second = (await sharp(result).metadata()).gainMap!.image;
      const numbers = readIsoMetadata(
        findPayload(readJpeg(new Uint8Array(second)).segments, 0xe2, isoMark)!,
      )!;
      // What transparency is laid on has no map.
      if (hasAlpha) continue;
      await source.load();
      const base = samplesOf(place(await source.decode(0), placement));
      const map = samplesOf(await gainMap.decode());
      const own = gainMap.table
        ? appleGain(2 ** gainMap.metadata.max[0])
        : isoGain(gainMap.metadata);
      const step = Math.max(1, Math.floor(base.width / 1000));
      const before = reconstruct(base, { ...map }, own, step);
      const [shown, gains] = [await readBySharp(result), await readBySharp(second)];
      expect([path, shown.width, shown.height]).toEqual([path, base.width, base.height]);
      const after = reconstruct(shown, gains, isoGain(numbers), step);
      const { mean, p99 } = compareLight(before, after);
      const plain = await pool.convert(new Blob([bytes]), { name: path, hdr: 'leave-out' });
      const added = blob.size - plain.blob.size;
      report[path] = { mean, p99, share: blob.size / plain.blob.size, added };
    }
    const all = Object.entries(report);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter(([, { mean, p99 }]) => mean > 0.05 || p99 > 0.2)).toEqual([]);
    // A map of three colors with as many pixels as its small picture is right in no tenth of its bytes.
    const large = all.filter(([path, { share, added }]) =>
      path.includes('seine') ? added > 16_000 : share > 1.1,
    );
    expect(large).toEqual([]);
  },
  // One has 200 megapixels.
  480_000,
);
