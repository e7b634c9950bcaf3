import type { Size } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { partRowsOf, type DecodeTiles } from './coded-tile.ts';

/**
 * Delivers the rows of an already decoded picture band by band. If the listener still wants rows of
 * a band, as for turned pictures, the next call has these and all rows that follow. Unwanted rows,
 * such as those outside a crop, are not read.
 *
 * @param read Reads `rows` rows from `top` on. Its planes begin with row `top`.
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
    // Starts on a row of chroma samples.
    top = wanted - (wanted % 2);
    end = isBand ? Math.min(top + bandRows, height) : height;
  }
}
