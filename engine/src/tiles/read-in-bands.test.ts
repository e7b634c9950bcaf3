import { describe, expect, test } from 'vitest';
import type { Planes } from '../planes/planes.ts';
import { readInBands } from './read-in-bands.ts';

/** Too many pixels for one band. */
const size = { width: 3000, height: 1001 };

/** Reads with a listener that wants what `wants` says of the rows so far; returns the parts that were read. */
async function partsRead(
  wants: (rows: number) => number,
  of = size,
): Promise<[top: number, rows: number][]> {
  const parts: [number, number][] = [];
  const read = async (top: number, rows: number): Promise<Planes> => {
    parts.push([top, rows]);
    return {} as Planes;
  };
  await readInBands(
    of,
    () => {},
    (_, rows) => wants(rows),
    read,
  );
  return parts;
}

describe('a decoded picture that is read in bands', () => {
  test('gives all its rows', async () => {
    expect(await partsRead((rows) => rows)).toEqual([
      [0, 256],
      [256, 256],
      [512, 256],
      [768, 233],
    ]);
  });

  test('gives the rest at once where what was given is still wanted', async () => {
    expect(await partsRead(() => 101)).toEqual([
      [0, 256],
      [100, 901],
    ]);
  });

  test('does not give what nobody wants', async () => {
    const wants = (rows: number): number => {
      if (rows < 601) return 601;
      return rows < 700 ? rows : Number.POSITIVE_INFINITY;
    };
    expect(await partsRead(wants)).toEqual([
      [0, 256],
      [600, 256],
    ]);
  });

  test('is two bands when it is small, one when it is tiny, and bands of many rows when it is narrow', async () => {
    expect(await partsRead((rows) => rows, { width: 1500, height: 1001 })).toEqual([
      [0, 512],
      [512, 489],
    ]);
    expect(await partsRead((rows) => rows, { width: 900, height: 601 })).toEqual([[0, 601]]);
    expect(await partsRead((rows) => rows, { width: 700, height: 4000 })).toEqual([
      [0, 1008],
      [1008, 1008],
      [2016, 1008],
      [3024, 976],
    ]);
  });
});
