import { canDecodeNatively, decodeStoredNatively } from '../../browser/image-decoder.ts';

/** Behavior of this browser's JPEG XL decoder. */
export interface JxlDecoder {
  /** Returns samples as stored, with straight alpha. Otherwise it converts colors to sRGB. */
  asStored: boolean;
  /** Turns the picture upright, as the standard requires. */
  turns: boolean;
}

/** An 8 x 4 picture in Display P3 with alpha, to be turned by 90 degrees. */
const probe =
  '/woYcAssyOSWCAgQAFgBSxiTbjw8TFsK+HkMBmKMjcHViEGOwf+UHoAYY2PrPgALjwEAib0A0s43S1pJZ2MrQZygq6nI81IzQQZjqQH8v0wB6HUF+Afw9/EPALA88F/UrvoYxD0=';
const [probeWidth, probeHeight] = [8, 4];

const probeColor = (index: number, channel: number): number =>
  (index * 73 + channel * 97 + 31) & 255;
const probeAlpha = (index: number): number => (index * 37 + 5) & 255;

/** Sample `at` of the upright probe (Exif orientation 6). */
function uprightSample(at: number): number {
  const [channel, pixel] = [at & 3, at >> 2];
  const [x, y] = [pixel % probeHeight, Math.floor(pixel / probeHeight)];
  const stored = (probeHeight - 1 - x) * probeWidth + y;
  return channel === 3 ? probeAlpha(stored) : probeColor(stored, channel);
}

async function findDecoder(): Promise<JxlDecoder | null> {
  const mime = 'image/jxl';
  if (!(await canDecodeNatively(mime))) return null;
  const bytes = Uint8Array.from(atob(probe), (character) => character.charCodeAt(0));
  const raster = await decodeStoredNatively(bytes, mime).catch(() => null);
  const turns = raster === null || raster.width === probeHeight;
  const asStored =
    turns && raster !== null && raster.data.every((sample, at) => sample === uprightSample(at));
  return { asStored, turns };
}

let found: Promise<JxlDecoder | null> | null = null;

/** Tests this browser's decoder once, on a small picture. `null` where there is none. */
export function findJxlDecoder(): Promise<JxlDecoder | null> {
  found ??= findDecoder();
  return found;
}
