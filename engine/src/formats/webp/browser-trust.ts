import { canDecodeNatively, openPlanesNatively } from '../../browser/image-decoder.ts';
import { afterTrial } from '../../browser/trial.ts';
import type { Planes } from '../../planes/planes.ts';

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
    const kept = await openPlanesNatively(bytes, 'image/webp');
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

/** Decodes a lossy WebP where this browser gives planes exactly as they are coded. */
export const byTrustedWebpDecoder = afterTrial(findWebpTrust);
