import { joinBytes } from '../bytes/join.ts';
import { primariesByCode } from '../color/primaries.ts';
import { writeMatrixProfile } from '../color/write-profile.ts';
import type { Planes } from '../planes/planes.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import { deflate } from '../formats/png/deflate.ts';
import { colorTypes } from '../formats/png/header.ts';
import { describingChunks } from '../formats/png/metadata.ts';
import { headerChunk, pngSignature } from '../formats/png/stream.ts';
import { canDecodeNatively, decodePlanesNatively, openOpaqueNatively } from './image-decoder.ts';

/** H.273's code point of Display P3, whose numbers differ from sRGB's for the same colours. */
const displayP3 = 12;

/** Sample of pixel `index`, channel 0 to 2, of the probe: all values, no two neighbours alike. */
const probeSample = (index: number, channel: number): number => (index * 73 + channel * 97) & 255;

const probeSide = 16;

/** A PNG of 16 x 16 in Display P3, so that a decoder that converts colours is found out. */
async function makeProbe(): Promise<Uint8Array<ArrayBuffer>> {
  const side = probeSide;
  const rows = new Uint8Array(side * (1 + side * 3));
  for (let index = 0; index < side * side; index++) {
    const at = Math.floor(index / side) * (1 + side * 3) + 1 + (index % side) * 3;
    for (let channel = 0; channel < 3; channel++) rows[at + channel] = probeSample(index, channel);
  }
  const size = { width: side, height: side };
  return joinBytes([
    pngSignature,
    headerChunk(size, { bitDepth: 8, colorType: colorTypes.rgb }),
    ...(await describingChunks({}, writeMatrixProfile(primariesByCode[displayP3]!))),
    writeChunk('IDAT', await deflate([rows])),
    writeChunk('IEND'),
  ]);
}

async function findPngTrust(): Promise<boolean> {
  try {
    if (!(await canDecodeNatively('image/png'))) return false;
    const pixels = await openOpaqueNatively(await makeProbe(), 'image/png');
    if (!pixels) return false;
    try {
      if (pixels.width !== probeSide || pixels.height !== probeSide) return false;
      // In two parts, as large pictures are read.
      const half = probeSide / 2;
      const parts = [await pixels.read(0, half), await pixels.read(half, half)];
      return parts.every((part, index) =>
        part.every((sample, at) => {
          const pixel = index * half * probeSide + (at >> 2);
          return sample === ((at & 3) === 3 ? 255 : probeSample(pixel, at & 3));
        }),
      );
    } finally {
      pixels.close();
    }
  } catch {
    return false;
  }
}

/** A lossy WebP of 24 x 16, and the checksum of the planes that RFC 6386 says it has. */
const webpProbe =
  'UklGRrQAAABXRUJQVlA4IKgAAADwBACdASoYABAAPrVInkmnJCKhMAgA4BaJbACdMoRwIsBxbYCo2ic7y7+NrH3brUAA' +
  '/loUSL5B6992FdRMhiQKGuJxtYJoLHA+aR4p2vSD5/NS3Ff8QJvxXE6aYDrNk4+J5dznKdDeYHx3zOVGX8xLP34lDY6P' +
  'ZrIppPPOH0oQjTDz1+KLamsNYlOIU97R8AzM8rwNhLB/V/KFjPZyowsfHI0jrcAAAAA=';
const webpChecksum = 3648016248;

function checksumOf({ planes, strides }: Planes): number {
  const sizes = [
    [24, 16],
    [12, 8],
    [12, 8],
  ] as const;
  let sum = 0;
  for (const [index, [width, height]] of sizes.entries()) {
    for (let y = 0; y < height; y++) {
      const row = y * strides[index]!;
      for (let x = 0; x < width; x++) sum = (Math.imul(sum, 31) + planes[index]![row + x]!) >>> 0;
    }
  }
  return sum;
}

async function findWebpTrust(): Promise<boolean> {
  try {
    if (!(await canDecodeNatively('image/webp'))) return false;
    const bytes = Uint8Array.from(atob(webpProbe), (character) => character.charCodeAt(0));
    const planes = await decodePlanesNatively(bytes, 'image/webp');
    return planes?.width === 24 && planes.height === 16 && checksumOf(planes) === webpChecksum;
  } catch {
    return false;
  }
}

/** Decodes with a decoder of the browser's; `null` where that cannot be trusted or fails. */
type Trusting = <T extends object>(
  decode: () => Promise<T | null>,
  /** What to do with a result that cannot be trusted. */
  discard?: (result: T) => void,
) => Promise<T | null>;

/** Trust is found out once, while the first picture is being decoded. */
function afterTrial(trial: () => Promise<boolean>): Trusting {
  let outcome: Promise<boolean> | null = null;
  let failed = false;
  return async (decode, discard) => {
    if (failed) return null;
    outcome ??= trial();
    const [trusted, result] = await Promise.all([outcome, decode().catch(() => null)]);
    failed = !trusted;
    if (trusted) return result;
    if (result) discard?.(result);
    return null;
  };
}

/** Decodes an opaque PNG where this browser gives samples exactly as they are stored. */
export const byTrustedPngDecoder = afterTrial(findPngTrust);

/** Decodes a lossy WebP where this browser gives planes exactly as they are coded. */
export const byTrustedWebpDecoder = afterTrial(findWebpTrust);
