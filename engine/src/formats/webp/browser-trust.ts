import {
  canDecodeNatively,
  openPixelsNatively,
  openPlanesNatively,
  readPixels,
} from '../../browser/image-decoder.ts';
import { afterTrial } from '../../browser/trial.ts';
import type { Planes } from '../../planes/planes.ts';

/** A lossy WebP of 24 x 16, and the checksum of its planes according to RFC 6386. */
const webpProbe =
  'UklGRrQAAABXRUJQVlA4IKgAAADwBACdASoYABAAPrVInkmnJCKhMAgA4BaJbACdMoRwIsBxbYCo2ic7y7+NrH3brUAA' +
  '/loUSL5B6992FdRMhiQKGuJxtYJoLHA+aR4p2vSD5/NS3Ff8QJvxXE6aYDrNk4+J5dznKdDeYHx3zOVGX8xLP34lDY6P' +
  'ZrIppPPOH0oQjTDz1+KLamsNYlOIU97R8AzM8rwNhLB/V/KFjPZyowsfHI0jrcAAAAA=';

const webpChecksum = 3648016248;

/** One of the same size with all alpha values, and the checksum of libwebp's RGBA. */
const veiledProbe =
  'UklGRu4AAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBIAAAAFINK2mb35J5N0eBgRE4DrbgZWUDggtgAAAHAFAJ0B' +
  'KhgAEAA+0VSjS6gkoyGwCAEAGglsAJ0yhHciwH2A5//o/8k38oAC966T1+LygswA/vRW5NIuhPs/mr5NGE9adRe/O3hw' +
  'xKJ+rk3VlQNxhZgzJp4f03rsUCKE41B5ONvJxUR0+bEVZniZdNlwSTeHxgq4J1umQeEW2jf8Erf/YGg4HVv0mnHRy1Ur' +
  'O327p/nWgi33/xi1m//EFV3v9bzT9uMXc9XMNhb/Y7nf5V7/UAAA';

const veiledChecksum = 909082515;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

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
    const kept = await openPlanesNatively(bytesOf(webpProbe), 'image/webp');
    if (!kept) return false;
    try {
      const planes = await kept.copy(0, kept.height);
      return planes.width === 24 && planes.height === 16 && checksumOf(planes) === webpChecksum;
    } finally {
      kept.close();
    }
  } catch {
    return false;
  }
}

async function findVeiledTrust(): Promise<boolean> {
  try {
    if (!(await canDecodeNatively('image/webp'))) return false;
    const pixels = await openPixelsNatively(bytesOf(veiledProbe), 'image/webp', 'alpha');
    if (!pixels) return false;
    try {
      if (pixels.width !== 24 || pixels.height !== 16) return false;
      let sum = 0;
      for (const sample of await readPixels(pixels)) sum = (Math.imul(sum, 31) + sample) >>> 0;
      return sum === veiledChecksum;
    } finally {
      pixels.close();
    }
  } catch {
    return false;
  }
}

/** Decodes a lossy WebP with alpha, if this browser gives the same pixels as libwebp. */
export const byTrustedVeiledDecoder = afterTrial(findVeiledTrust);

/** Decodes a lossy WebP, if this browser gives planes exactly as coded. */
export const byTrustedWebpDecoder = afterTrial(findWebpTrust);
