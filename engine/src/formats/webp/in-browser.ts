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
import { type WebpConverter, webpConverter } from './planes-to-rgba.ts';
import { modeReader } from './vp8-modes.ts';

/** RFC 6386 9.2: luma ranges from 16 to 235. Coding noise goes slightly beyond. */
const darkest = 12;
const brightest = 239;

/** Per thousand samples. */
const strayLimit = 1;

/** Checks every fourth row. Blocks are at least 4 x 4, so stray ones are found. */
const rowStep = 4;

/**
 * Counts samples far outside the displayable range. RGB clips these per channel, which planes
 * cannot do. Pictures with such samples go through RGB; no encoder makes them from RGB.
 */
export class RangeCheck {
  #stray = 0;
  #seen = 0;

  /** Adds rows of luma. The first one must be a row to check. */
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

/** Whether to ask the browser's decoder for the picture's planes or its pixels. */
export function findKind({ hasAlpha, animated, lossless }: WebpFile): 'planes' | 'pixels' | null {
  if (animated) return null;
  return lossless || hasAlpha ? 'pixels' : 'planes';
}

/**
 * Opens pixels with the browser's decoder, equal to libwebp's. `null` leaves it to another decoder.
 */
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
  // The other decoder reports damage.
  if (pixels?.width === file.width && pixels.height === file.height && !isDamaged) return pixels;
  pixels?.close();
  return null;
}

/**
 * Opens planes with the browser's decoder, exactly as coded. `null` leaves it to another decoder.
 */
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
  // The other decoder reports damage.
  const isRight = planes?.width === file.width && planes.height === file.height && !isDamaged;
  if (isRight) return planes;
  planes?.close();
  return null;
}

/**
 * Decodes a lossy picture to planes. They can be encoded to JPEG directly; RGB would only add
 * rounding.
 */
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

/** Rows converted at a time. Every read has a fixed cost of half a millisecond or more. */
const bandPixels = 2 ** 20;

/** Opaque pixels that planes held by the browser become while they are copied. */
class PixelsOfPlanes implements DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly order = 'rgb';
  readonly opaque = true;
  readonly #planes: DecodedPlanes;
  readonly #converter: WebpConverter;

  constructor(planes: DecodedPlanes, converter: WebpConverter) {
    this.width = planes.width;
    this.height = planes.height;
    this.#planes = planes;
    this.#converter = converter;
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    const bandRows = Math.max(1, Math.floor(bandPixels / this.width));
    for (let done = 0; done < rows; done += bandRows) {
      const first = top + done;
      const count = Math.min(bandRows, rows - done);
      // With the rows of chroma above and below that reach into these.
      const start = Math.max(0, first - (first % 2) - 2);
      const end = Math.min(this.height, first + count + 2);
      const planes = await this.#planes.copy(start, end - start);
      const pixels = target.subarray(done * this.width * 4, (done + count) * this.width * 4);
      this.#convert(planes, { first: first - start, rows: count }, pixels);
    }
  }

  #convert(...given: Parameters<WebpConverter['convert']>): void {
    try {
      this.#converter.convert(...given);
    } catch (error) {
      webpConverter.drop();
      throw error;
    }
  }

  close(): void {
    this.#planes.close();
  }
}

/** Opens an opaque lossy picture as the pixels that libwebp gives. */
export async function openOpaque(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
): Promise<DecodedPixels | null> {
  const planes = await openInBrowser(bytes, file);
  if (!planes) return null;
  try {
    return new PixelsOfPlanes(planes, await webpConverter.require());
  } catch (error) {
    planes.close();
    throw error;
  }
}
