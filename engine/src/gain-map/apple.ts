import { findAppleNumber } from '../metadata/apple-maker-note.ts';
import { readXmpProperty } from '../metadata/xmp.ts';

/** What Apple calls its gain maps, as the type of an auxiliary picture in HEIC and in XMP. */
export const appleGainMapUrn = 'urn:com:apple:photo:2020:aux:hdrgainmap';

const namespace = 'http://ns.apple.com/HDRGainMap/1.0/';
const auxiliaryNamespace = 'http://ns.apple.com/pixeldatainfo/1.0/';

/** Tags of the maker note from which the headroom of older files follows. */
const headroomTag = 33;
const gainTag = 48;

/** True when the map's packet says that it is one of Apple's. */
export function isAppleGainMap(mapXmp: Uint8Array): boolean {
  return (
    readXmpProperty(mapXmp, auxiliaryNamespace, 'AuxiliaryImageType')?.[0] === appleGainMapUrn ||
    readXmpProperty(mapXmp, namespace, 'HDRGainMapVersion') !== null
  );
}

/**
 * Stops of headroom, from what the camera measured ("Applying Apple HDR effect to your photos",
 * developer.apple.com).
 */
function stopsOf(headroom: number, gain: number): number {
  const isSmall = gain <= 0.01;
  if (headroom < 1) return isSmall ? -20 * gain + 1.8 : -0.101 * gain + 1.601;
  // oxlint-disable-next-line oxc/approx-constant -- Apple's number, which has nothing to do with ln 10
  return isSmall ? -70 * gain + 3 : -0.303 * gain + 2.303;
}

/**
 * Stops that Apple's map adds at most: as its packet says, or as the picture's maker note does. `null`
 * when neither says anything; 0 when there is nothing to add.
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

/** ITU-R BT.709, 1.2, undone. */
function rec709ToLight(value: number): number {
  return value < 0.081 ? value / 4.5 : ((value + 0.099) / 1.099) ** (1 / 0.45);
}

/**
 * What each of Apple's samples is in a map of ISO 21496-1 with gamma 1 and no offsets. Apple's hdr is
 * sdr * (1 + (H - 1) * g), where g is linear; no gamma comes nearer to that than a fifth of a stop.
 *
 * @param stops log2 H, above 0.
 */
export function appleTable(stops: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 256 }, (_, sample) => {
    const gain = 1 + (2 ** stops - 1) * rec709ToLight(sample / 255);
    return Math.round((Math.log2(gain) / stops) * 255);
  });
}
