import type { PlanarPicture } from '../../heif/pictures.ts';
import { readBaselineFrame } from '../../jpeg-decoder/frame.ts';
import { placementOf } from '../../transform/orient.ts';

/**
 * A JPEG, up to its end-of-image marker, as strips are made from it: `null` where its samples do not come as
 * planes from our own decoder. `orientation` is Exif's.
 */
export function describePlanes(file: Uint8Array, orientation: number): PlanarPicture | null {
  const frame = readBaselineFrame(file);
  if (!frame) return null;
  const { width, height, chroma } = frame;
  return {
    item: { id: 0 },
    source: { data: () => file },
    layout: { kind: 'coded', codec: 'jpeg', configuration: new Uint8Array(0) },
    canvas: { width, height },
    placement: placementOf(orientation, width, height),
    bitDepth: 8,
    chroma,
    // The samples have a matrix of their own, and profiles are the header's business.
    color: { icc: null, nclx: null },
    alpha: null,
  };
}
