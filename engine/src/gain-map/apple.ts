import { findAppleNumber } from '../metadata/apple-maker-note.ts';
import { readXmpProperty } from '../metadata/xmp.ts';

/** Apple's type for gain maps, used for auxiliary pictures in HEIC and in XMP. */
export const appleGainMapUrn = 'urn:com:apple:photo:2020:aux:hdrgainmap';

const namespace = 'http://ns.apple.com/HDRGainMap/1.0/';
const auxiliaryNamespace = 'http://ns.apple.com/pixeldatainfo/1.0/';

/** Maker note tags from which the headroom of older files is calculated. */
const headroomTag = 33;
const gainTag = 48;

/** Whether the map's XMP packet declares Apple's kind. */
export function isAppleGainMap(mapXmp: Uint8Array): boolean {
  return (
    readXmpProperty(mapXmp, auxiliaryNamespace, 'AuxiliaryImageType')?.[0] === appleGainMapUrn ||
    readXmpProperty(mapXmp, namespace, 'HDRGainMapVersion') !== null
  );
}

/**
 * Stops of headroom, from the camera's measurements ("Applying Apple HDR effect to your photos",
 * developer.apple.com).
 */
function stopsOf(headroom: number, gain: number): number {
  const isSmall = gain <= 0.01;
  if (headroom < 1) return isSmall ? -20 * gain + 1.8 : -0.101 * gain + 1.601;
  // oxlint-disable-next-line oxc/approx-constant -- Apple's number, which has nothing to do with ln 10
  return isSmall ? -70 * gain + 3 : -0.303 * gain + 2.303;
}

/**
 * Largest gain of Apple's map in stops, from its packet or the picture's maker note. `null` when
 * neither states it; 0 when there is no gain.
 */
export function readAppleStops(
  mapXmp: Uint8Array | null,
  exif: Uint8Array | undefined,
): number | null {
  const stated = mapXmp && readXmpProperty(mapXmp, namespace, 'HDRGainMapHeadroom')?.[0];
  if (stated) {
    const headroom = Number(stated);
    return headroom >= 1 ? Math.log2(headroom) : null;
  }
  const headroom = exif && findAppleNumber(exif, headroomTag);
  const gain = exif && findAppleNumber(exif, gainTag);
  if (typeof headroom !== 'number' || typeof gain !== 'number') return null;
  return Math.max(stopsOf(headroom, gain), 0);
}

/** Inverse of the ITU-R BT.709 transfer function (1.2). */
function rec709ToLight(value: number): number {
  return value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45);
}

/**
 * Converts Apple's samples to those of an ISO 21496-1 map with gamma 1 and no offsets. In Apple's
 * formula, hdr is sdr * (1 + (H - 1) * g) with linear g; approximating it by any gamma would be off
 * by a fifth of a stop.
 *
 * @param stops log2 H, above 0.
 */
export function appleTable(stops: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 256 }, (_, sample) => {
    const gain = 1 + (2 ** stops - 1) * rec709ToLight(sample / 255);
    return Math.round((Math.log2(gain) / stops) * 255);
  });
}
