import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { PlanarPicture } from './planar-picture.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { placementOf } from '../transform/orient.ts';
import type { CodedTile } from './coded-tile.ts';

/** Describes a file of one 8-bit picture as a source of strips. `orientation` is Exif's. */
export function wholeFilePicture(
  codec: 'jpeg' | 'png' | 'webp' | 'file',
  file: Uint8Array,
  { width, height }: Size,
  orientation: number,
  chroma: ChromaFormat,
): PlanarPicture {
  return {
    source: { data: () => file },
    layout: { kind: 'coded', codec, configuration: new Uint8Array(0) },
    canvas: { width, height },
    placement: placementOf(orientation, width, height),
    bitDepth: 8,
    chroma,
    // The decoder reports the samples' matrix. Profiles come from the header.
    color: { icc: null, nclx: null },
    alpha: null,
  };
}

/** Whether the tile is a whole file that can be decoded without a browser. */
export function needsNoBrowser({ codec }: CodedTile): boolean {
  return codec === 'jpeg' || codec === 'file';
}

/**
 * The error for a file that the strips' decoder cannot handle after all. It then takes another way.
 */
export function leftByDecoder(why: string): EngineError {
  return new EngineError('unsupported-feature', why, { feature: 'image-decoder' });
}

/** The same for the browser's decoder. */
export function leftByBrowser(): EngineError {
  return leftByDecoder('the browser does not decode the file');
}
