import { expect, test } from 'vitest';
import {
  auxC,
  box,
  bytesOf,
  clap,
  gridBody,
  hevcItem,
  uint,
  writeHeif,
} from '../../testing/heif-writer.ts';
import { mutate } from '../../testing/mutate.ts';
import { EngineError } from '../errors.ts';
import type { HeifFile } from './file.ts';
import { readHeif } from './file.ts';
import { readHeifMetadata } from './metadata.ts';
import { listPictures } from './list-pictures.ts';
import { describePicture } from './describe-picture.ts';

const sample = writeHeif({
  primary: 6,
  items: [
    hevcItem(1, 64, 64),
    hevcItem(2, 64, 64, { properties: [{ box: clap(64, 64, [0, 1], [0, 1]) }] }),
    hevcItem(3, 64, 64, { properties: [{ box: auxC('urn:mpeg:hevc:2015:auxid:1') }] }),
    { id: 6, type: 'grid', data: gridBody(1, 2, 120, 60), properties: [{ box: box('irot', [1]) }] },
    { id: 7, type: 'Exif', data: bytesOf(uint(0, 4), 'MM', uint(42, 2), uint(8, 4)), extents: 2 },
    { id: 8, type: 'iden', source: 'idat', data: bytesOf([0]) },
    { id: 9, type: 'hvc1', data: bytesOf([1, 2]), source: 'item' },
  ],
  references: [
    { type: 'dimg', from: 6, to: [1, 2] },
    { type: 'auxl', from: 3, to: [6] },
    { type: 'cdsc', from: 7, to: [6] },
    { type: 'dimg', from: 8, to: [6] },
    { type: 'iloc', from: 9, to: [1] },
  ],
  groups: [{ type: 'altr', id: 20, entities: [6, 8] }],
});

/** Reads all there is of a file. Anything but an EngineError comes out. */
function visitEverything(bytes: Uint8Array): void {
  let file: HeifFile | null = null;
  try {
    file = readHeif(bytes);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  if (!file) return;
  for (const item of [...file.items.values(), ...listPictures(file)]) {
    try {
      describePicture(file, item);
      readHeifMetadata(file, item);
      expect(item.data().length).toBeLessThanOrEqual(bytes.length);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }
}

test('ends every damaged file in a description or an EngineError, at once', () => {
  const start = performance.now();
  const count = 4000;
  for (let seed = 1; seed <= count; seed++) {
    expect(() => visitEverything(mutate(sample, seed)), `seed ${seed}`).not.toThrow();
  }
  expect((performance.now() - start) / count).toBeLessThan(5);
});

test('reads every cut of a file without reading past its end', () => {
  for (let length = 0; length < sample.length; length++) {
    expect(() => visitEverything(sample.slice(0, length)), `${length} bytes`).not.toThrow();
  }
});
