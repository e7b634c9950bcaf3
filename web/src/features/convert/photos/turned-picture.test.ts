import type { Inspection } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { isSideways, type Turn, upright } from '../geometry/turn.ts';
import { turnOfThumbnail } from './turned-picture.ts';

type Rows = string[][];

const rotateRight = (rows: Rows): Rows =>
  (rows[0] ?? []).map((_, x) => rows.map((row) => row[x] ?? '').toReversed());
const mirror = (rows: Rows): Rows => rows.map((row) => row.toReversed());

function turned(rows: Rows, { rotate, flip }: Pick<Turn, 'rotate' | 'flip'>): Rows {
  let found = rows;
  for (let degrees = 0; degrees < rotate; degrees += 90) found = rotateRight(found);
  return flip ? mirror(found) : found;
}

/** Exif 2.32, tag 274: what turns a stored picture upright. */
const uprighting: Record<number, Pick<Turn, 'rotate' | 'flip'>> = {
  1: { rotate: 0, flip: false },
  2: { rotate: 0, flip: true },
  3: { rotate: 180, flip: false },
  4: { rotate: 180, flip: true },
  5: { rotate: 90, flip: true },
  6: { rotate: 90, flip: false },
  7: { rotate: 270, flip: true },
  8: { rotate: 270, flip: false },
};

const stored: Rows = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
];
const hand: Turn[] = [upright, { ...upright, rotate: 90 }, { ...upright, rotate: 270, flip: true }];

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'shows a picture of orientation %d as stored, and as it is turned by hand from there',
  (orientation) => {
    const header = { orientation } as Inspection;
    const small = turned(stored, uprighting[orientation]!);
    for (const turn of hand) {
      const asStored = turnOfThumbnail({ turn: { ...turn, asStored: true }, header });
      expect(turned(small, asStored)).toEqual(turned(stored, turn));
      expect(isSideways(asStored)).toBe(turned(small, asStored).length !== small.length);
      expect(turnOfThumbnail({ turn, header })).toEqual(turn);
    }
  },
);
