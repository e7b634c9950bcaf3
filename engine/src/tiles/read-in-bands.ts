import type { Size } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { partRowsOf, type DecodeTiles } from './coded-tile.ts';

/**
 * Hands out the rows of a picture that is decoded already, band by band. Where the listener still wants rows of a
 * band, as it does of turned pictures, the next one has these and all that follow. Rows that it does not want, as
 * above and below a part, are not read.
 *
 * @param read Gives so many rows from `top` on, as planes that begin with these.
 */
export async function readInBands(
  { width, height }: Size,
  take: Parameters<DecodeTiles>[2],
  onRows: Parameters<DecodeTiles>[3],
  read: (top: number, rows: number) => Promise<Planes>,
): Promise<void> {
  if (!onRows) return take(0, await read(0, height));
  const bandRows = partRowsOf(height, width);
  let top = 0;
  let end = Math.min(bandRows, height);
  for (;;) {
    const wanted = onRows(await read(top, end - top), end, top);
    if (end === height || wanted >= height) return;
    const isBand = wanted >= end;
    // From a row of chroma on.
    top = wanted - (wanted % 2);
    end = isBand ? Math.min(top + bandRows, height) : height;
  }
}
