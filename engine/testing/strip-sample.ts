import { gridBody, hevcItem, writeHeif, type HeifToWrite } from './heif-writer.ts';
import { planesOf, type RgbPicture } from './sample-planes.ts';
import { primaryItem, readHeif } from '../src/heif/file.ts';
import { describePicture } from '../src/heif/describe-picture.ts';
import type { DecodeTiles } from '../src/tiles/coded-tile.ts';
import { type PlannedStrips, planStrips } from '../src/strips/plan-strips.ts';

function cut(picture: RgbPicture, left: number, top: number, width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = [
        Math.min(picture.width - 1, left + x),
        Math.min(picture.height - 1, top + y),
      ];
      const from = (sy * picture.width + sx) * 3;
      data.set(picture.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, data };
}

export interface Sample {
  file: Uint8Array;
  plan: PlannedStrips;
  decode: DecodeTiles;
}

/**
 * A photo as a HEIF of tiles whose "coded data" is their index, and a decoder that understands it.
 */
export function sample(
  photo: RgbPicture,
  rows: number,
  columns: number,
  properties: Uint8Array[] = [],
): Sample {
  const tileWidth = Math.ceil(photo.width / columns / 2) * 2;
  const tileHeight = Math.ceil(photo.height / rows / 2) * 2;
  const own = properties.map((each) => ({ box: each }));
  const single = rows * columns === 1;
  const ids = Array.from({ length: rows * columns }, (_, i) => i + 1);
  const heif: HeifToWrite = single
    ? {
        primary: 1,
        items: [
          hevcItem(1, photo.width, photo.height, { data: Uint8Array.of(0), properties: own }),
        ],
      }
    : {
        primary: 1000,
        items: [
          ...ids.map((id) =>
            hevcItem(id, tileWidth, tileHeight, { data: Uint8Array.of(id - 1), hidden: true }),
          ),
          {
            id: 1000,
            type: 'grid',
            properties: own,
            data: gridBody(rows, columns, photo.width, photo.height),
          },
        ],
        references: [{ type: 'dimg', from: 1000, to: ids }],
      };
  const file = writeHeif(heif);
  const container = readHeif(file)!;
  const plan = planStrips(file, describePicture(container, primaryItem(container)), 95, []);
  const tiles = ids.map((_, index) => {
    const [x, y] = [(index % columns) * tileWidth, Math.floor(index / columns) * tileHeight];
    return planesOf(single ? photo : cut(photo, x, y, tileWidth, tileHeight), '4:2:0');
  });
  const decode: DecodeTiles = async (wanted, data, take) => {
    wanted.forEach((_, i) => take(i, tiles[data[i]![0]!]!));
  };
  return { file, plan: plan!, decode };
}
