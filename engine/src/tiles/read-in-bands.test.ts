import { describe, expect, it } from 'vitest';
import type { Planes } from '../planes/planes.ts';
import { readInBands } from './read-in-bands.ts';

const height = 1001;

/** Reads with a listener that wants what `wants` says of the rows so far; returns the parts that were read. */
async function partsRead(wants: (rows: number) => number): Promise<[top: number, rows: number][]> {
  const parts: [number, number][] = [];
  const read = async (top: number, rows: number): Promise<Planes> => {
    parts.push([top, rows]);
    return {} as Planes;
  };
  await readInBands(
    height,
    () => {},
    (_, rows) => wants(rows),
    read,
  );
  return parts;
}

describe('a decoded picture that is read in bands', () => {
  it('gives all its rows', async () => {
    expect(await partsRead((rows) => rows)).toEqual([
      [0, 256],
      [256, 256],
      [512, 256],
      [768, 233],
    ]);
  });

  it('gives the rest at once where what was given is still wanted', async () => {
    expect(await partsRead(() => 101)).toEqual([
      [0, 256],
      [100, 901],
    ]);
  });

  it('does not give what nobody wants', async () => {
    const wants = (rows: number): number => {
      if (rows < 601) return 601;
      return rows < 700 ? rows : Number.POSITIVE_INFINITY;
    };
    expect(await partsRead(wants)).toEqual([
      [0, 256],
      [600, 256],
    ]);
  });
});
