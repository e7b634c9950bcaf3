import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import { placementOf } from '../transform/orient.ts';
import { partRowsOf, type DecodeTiles } from './coded-tile.ts';

/** A file that is one picture of 8 bits, as strips are made from it. `orientation` is Exif's. */
export function wholeFilePicture(
  codec: 'jpeg' | 'png' | 'webp',
  file: Uint8Array,
  { width, height }: Size,
  orientation: number,
  chroma: ChromaFormat,
): PlanarPicture {
  return {
    item: { id: 0 },
    source: { data: () => file },
    layout: { kind: 'coded', codec, configuration: new Uint8Array(0) },
    canvas: { width, height },
    placement: placementOf(orientation, width, height),
    bitDepth: 8,
    chroma,
    // The samples have a matrix of their own, and profiles are the header's business.
    color: { icc: null, nclx: null },
    alpha: null,
  };
}

/** What only looks like a picture for the browser's decoder goes another way. */
export function leftByBrowser(): EngineError {
  return new EngineError('unsupported-feature', 'the browser does not decode the file', {
    feature: 'image-decoder',
  });
}

/**
 * Hands out the rows of a file that is decoded already, band by band. Where the listener still wants rows of a
 * band, as it does of turned pictures, the next one has these and all that follow.
 *
 * @param read Gives so many rows from `top` on, as planes that begin with these.
 */
export async function readInBands(
  height: number,
  take: Parameters<DecodeTiles>[2],
  onRows: Parameters<DecodeTiles>[3],
  read: (top: number, rows: number) => Promise<Planes>,
): Promise<void> {
  if (!onRows) return take(0, await read(0, height));
  const bandRows = partRowsOf(height);
  let top = 0;
  let end = Math.min(bandRows, height);
  for (;;) {
    const wanted = onRows(await read(top, end - top), end, top);
    if (end === height) return;
    // From a row of chroma on.
    top = wanted < end ? wanted - (wanted % 2) : end;
    end = wanted < end ? height : Math.min(end + bandRows, height);
  }
}
