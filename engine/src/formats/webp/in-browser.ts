import {
  openPixelsNatively,
  openPlanesNatively,
  type BegunFrame,
  type DecodedPlanes,
} from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { Planes } from '../../planes/planes.ts';
import { byTrustedPixelDecoder } from '../png/browser-trust.ts';
import { byTrustedVeiledDecoder, byTrustedWebpDecoder } from './browser-trust.ts';
import type { WebpFile } from './container.ts';
import { isPartLost, mayBeDamaged } from './damage.ts';
import { modeReader } from './vp8-modes.ts';

/** RFC 6386 9.2: luma is meant to be from 16 to 235; coding noise goes a little beyond. */
const darkest = 12;
const brightest = 239;

/** Of a thousand samples. */
const strayLimit = 1;

/** One row in so many is looked at: blocks are 4 x 4 at least, so a stray one shows. */
const rowStep = 4;

/**
 * Counts samples of colors far outside of what screens show. These are cut off in RGB, channel by channel.
 * Planes cannot do that, so pictures that have them (no encoder makes such from RGB) go through RGB.
 */
export class RangeCheck {
  #stray = 0;
  #seen = 0;

  /** Rows of luma, the first of which is one that is looked at. */
  add({ planes, strides, width, height }: Planes): void {
    const luma = planes[0]!;
    for (let y = 0; y < height; y += rowStep) {
      const end = y * strides[0]! + width;
      for (let at = end - width; at < end; at++) {
        if (luma[at]! < darkest || luma[at]! > brightest) this.#stray++;
      }
      this.#seen += width;
    }
  }

  get isPassed(): boolean {
    return this.#stray * 1000 <= this.#seen * strayLimit;
  }
}

/** RFC 9649 section 2.5 and RFC 6386 9.2: BT.601 with limited range, whatever a browser calls it. */
export const webpColor = { fullRange: false, primaries: 2, transfer: 2, matrix: 6 } as const;

/** Whether a browser's decoder can be asked for the planes of the picture, or for its pixels. */
export function findKind({ hasAlpha, animated, lossless }: WebpFile): 'planes' | 'pixels' | null {
  if (animated) return null;
  return lossless || hasAlpha ? 'pixels' : 'planes';
}

/** The browser's decoder, for pixels as libwebp has them; `null` leaves it to another one. */
export async function openPixelsInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
  begun?: BegunFrame,
): Promise<DecodedPixels | null> {
  let isDamaged = false;
  const modes = file.lossless ? null : await modeReader.require();
  const meanwhile = (): void => {
    isDamaged = modes ? mayBeDamaged(file, modes) : isPartLost(file);
  };
  const kind = file.hasAlpha ? 'alpha' : 'opaque';
  const byTrusted = file.lossless ? byTrustedPixelDecoder[kind] : byTrustedVeiledDecoder;
  const pixels = await byTrusted(
    () => openPixelsNatively(bytes, 'image/webp', kind, { meanwhile, begun }),
    (distrusted) => distrusted.close(),
  );
  // The other way tells of damage.
  if (pixels?.width === file.width && pixels.height === file.height && !isDamaged) return pixels;
  pixels?.close();
  return null;
}

/** The browser's decoder, for planes that it gives as they are coded; `null` leaves it to another one. */
export async function openInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
  begun?: BegunFrame,
): Promise<DecodedPlanes | null> {
  if (findKind(file) !== 'planes') return null;
  let isDamaged = false;
  const modes = await modeReader.require();
  const meanwhile = (): void => {
    isDamaged = mayBeDamaged(file, modes);
  };
  const planes = await byTrustedWebpDecoder(
    () => openPlanesNatively(bytes, 'image/webp', { meanwhile, begun }),
    (distrusted) => distrusted.close(),
  );
  // The other way tells of damage.
  const isRight = planes?.width === file.width && planes.height === file.height && !isDamaged;
  if (isRight) return planes;
  planes?.close();
  return null;
}

/** The planes of a lossy picture are as good as coded JPEG planes, and RGB would only round them. */
export async function decodePlanes(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
): Promise<Planes | null> {
  const kept = await openInBrowser(bytes, file);
  if (!kept) return null;
  try {
    const planes = await kept.copy(0, kept.height);
    const range = new RangeCheck();
    range.add(planes);
    return range.isPassed ? { ...planes, color: webpColor } : null;
  } finally {
    kept.close();
  }
}
