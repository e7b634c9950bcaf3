import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { placementOf } from '../transform/orient.ts';
import type { CodedTile } from './coded-tile.ts';

/** A file that is one picture of 8 bits, as strips are made from it. `orientation` is Exif's. */
export function wholeFilePicture(
  codec: 'jpeg' | 'png' | 'webp' | 'file',
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

/** Says whether a tile is a whole file that is decoded without a browser's help. */
export function needsNoBrowser({ codec }: CodedTile): boolean {
  return codec === 'jpeg' || codec === 'file';
}

/** What only looks like a picture for a decoder of whole files goes another way. */
export function leftByDecoder(why: string): EngineError {
  return new EngineError('unsupported-feature', why, { feature: 'image-decoder' });
}

/** The same of the browser's. */
export function leftByBrowser(): EngineError {
  return leftByDecoder('the browser does not decode the file');
}
