import { canDecodeNatively, openPixelsNatively } from '../../browser/image-decoder.ts';
import { afterTrial } from '../../browser/trial.ts';
import { joinBytes } from '../../bytes/join.ts';
import { primariesByCode } from '../../color/primaries.ts';
import { writeMatrixProfile } from '../../color/write-profile.ts';
import { writeChunk } from './chunks.ts';
import { deflate } from '../../bytes/deflate.ts';
import { EngineError } from '../../errors.ts';
import { colorTypes } from './header.ts';
import { describingChunks } from './metadata.ts';
import { headerChunk, pngSignature } from './stream.ts';

/** H.273 code point of Display P3, in which the same colors have other values than in sRGB. */
const displayP3 = 12;

/**
 * Sample `channel` (0 to 3) of the probe's pixel `index`: covers all values, neighbors all differ.
 */
const probeSample = (index: number, channel: number): number => (index * 73 + channel * 97) & 255;

const probeSide = 16;

/** Size of the checksum after the samples in the zlib stream (RFC 1950). */
const adlerBytes = 4;

/** Channels per decoded pixel. */
const channelsOf = { opaque: 3, alpha: 4 } as const;

type PixelKind = keyof typeof channelsOf;

/**
 * A 16 x 16 PNG in Display P3, which reveals decoders that convert colors or premultiply alpha.
 * With `damaged`, the checksum of the last chunk of samples is wrong; that chunk holds no sample.
 */
async function makeProbe(kind: PixelKind, damaged = false): Promise<Uint8Array<ArrayBuffer>> {
  const side = probeSide;
  const channels = channelsOf[kind];
  const stride = 1 + side * channels;
  const rows = new Uint8Array(side * stride);
  for (let index = 0; index < side * side; index++) {
    const at = Math.floor(index / side) * stride + 1 + (index % side) * channels;
    for (let channel = 0; channel < channels; channel++)
      rows[at + channel] = probeSample(index, channel);
  }
  const size = { width: side, height: side };
  const stream = await deflate([rows]);
  const last = writeChunk('IDAT', stream.subarray(-adlerBytes));
  if (damaged) last[last.length - 1]! ^= 1;
  return joinBytes([
    pngSignature,
    headerChunk(size, {
      bitDepth: 8,
      colorType: kind === 'alpha' ? colorTypes.rgba : colorTypes.rgb,
    }),
    ...(await describingChunks({}, writeMatrixProfile(primariesByCode[displayP3]!))),
    writeChunk('IDAT', stream.subarray(0, -adlerBytes)),
    last,
    writeChunk('IEND'),
  ]);
}

async function findPngTrust(kind: PixelKind): Promise<boolean> {
  try {
    if (!(await canDecodeNatively('image/png'))) return false;
    const pixels = await openPixelsNatively(await makeProbe(kind), 'image/png', kind);
    if (!pixels) return false;
    try {
      if (pixels.width !== probeSide || pixels.height !== probeSide) return false;
      // Reads in two parts, as for large pictures.
      const half = probeSide / 2;
      const stored = new Uint8Array(probeSide * probeSide * 4);
      for (const top of [0, half]) {
        await pixels.copy(top, half, stored.subarray(top * probeSide * 4));
      }
      const order = pixels.order === 'rgb' ? [0, 1, 2, 3] : [2, 1, 0, 3];
      return stored.every((sample, at) => {
        const channel = order[at & 3]!;
        return channel >= channelsOf[kind] || sample === probeSample(at >> 2, channel);
      });
    } finally {
      pixels.close();
    }
  } catch {
    return false;
  }
}

async function findDamageIsRefused(): Promise<boolean> {
  try {
    const pixels = await openPixelsNatively(await makeProbe('opaque', true), 'image/png', 'opaque');
    pixels?.close();
    return false;
  } catch (error) {
    return error instanceof EngineError && error.code === 'corrupt-file';
  }
}

let damageIsRefused: Promise<boolean> | null = null;

/**
 * Whether this browser refuses a picture with any wrong checksum of its samples. Then nobody else
 * needs to check them. Never rejects.
 */
export function refusesDamage(): Promise<boolean> {
  return (damageIsRefused ??= findDamageIsRefused());
}

/**
 * Decodes a lossless picture in this browser, if that is known to return samples exactly as stored.
 */
export const byTrustedPixelDecoder = {
  opaque: afterTrial(() => findPngTrust('opaque')),
  alpha: afterTrial(() => findPngTrust('alpha')),
};
