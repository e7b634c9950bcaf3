import { decodePlanesNatively } from '../../browser/image-decoder.ts';
import type { Planes } from '../../planes/planes.ts';
import { byTrustedWebpDecoder } from './browser-trust.ts';
import type { WebpFile } from './container.ts';
import { mayBeDamaged } from './damage.ts';

/** RFC 6386 9.2: luma is meant to be from 16 to 235; coding noise goes a little beyond. */
const darkest = 12;
const brightest = 239;

/** Of a thousand samples. */
const strayLimit = 1;

/** One row in so many is looked at: blocks are 4 x 4 at least, so a stray one shows. */
const rowStep = 4;

/**
 * Colors far outside of what screens show are cut off in RGB, channel by channel. Planes cannot do
 * that, so pictures that have them (no encoder makes such from RGB) go through RGB.
 */
function staysInRange({ planes, strides, width, height }: Planes): boolean {
  const luma = planes[0]!;
  let stray = 0;
  let seen = 0;
  for (let y = 0; y < height; y += rowStep) {
    const end = y * strides[0]! + width;
    for (let at = end - width; at < end; at++) {
      if (luma[at]! < darkest || luma[at]! > brightest) stray++;
    }
    seen += width;
  }
  return stray * 1000 <= seen * strayLimit;
}

/** Whether a browser's decoder can be asked for the planes of the picture. */
export function isForBrowser(file: WebpFile): boolean {
  const { hasAlpha, animated, lossless } = file;
  // The other way tells of damage.
  return !hasAlpha && !animated && !lossless && !mayBeDamaged(file);
}

/** The planes of a lossy picture are as good as coded JPEG planes, and RGB would only round them. */
export async function decodePlanes(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
): Promise<Planes | null> {
  const { width, height } = file;
  if (!isForBrowser(file)) return null;
  const planes = await byTrustedWebpDecoder(() => decodePlanesNatively(bytes, 'image/webp'));
  if (planes?.width !== width || planes.height !== height || !staysInRange(planes)) return null;
  // RFC 9649 section 2.5 and RFC 6386 9.2: BT.601 with limited range, whatever a browser calls it.
  return { ...planes, color: { fullRange: false, primaries: 2, transfer: 2, matrix: 6 } };
}
