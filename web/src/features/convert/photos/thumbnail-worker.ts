/// <reference lib="webworker" />
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';
import type { Ticketed, TicketedAnswer } from '../ticketed-worker.ts';

export interface ThumbnailRequest {
  blob: Blob;
  /** Longest side of the thumbnail in device pixels. */
  side: number;
}

declare const self: DedicatedWorkerGlobalScope;

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

self.addEventListener(
  'message',
  ({ data }: MessageEvent<Ticketed<ThumbnailRequest>>) => void serve(data),
);

async function serve({ ticket, ...request }: Ticketed<ThumbnailRequest>): Promise<void> {
  const picture = await draw(request);
  const answer: TicketedAnswer<ImageBitmap> = { ticket, answer: picture };
  self.postMessage(answer, picture === null ? [] : [picture]);
}

async function draw({ blob, side }: ThumbnailRequest): Promise<ImageBitmap | null> {
  let decoded: ImageBitmap | undefined;
  try {
    decoded = (await decodeCoarsely(blob)) ?? (await createImageBitmap(blob));
    const { width, height } = decoded;
    const scale = Math.min(1, side / Math.max(width, height));
    return await createImageBitmap(decoded, {
      resizeWidth: Math.max(1, Math.round(width * scale)),
      resizeHeight: Math.max(1, Math.round(height * scale)),
      resizeQuality: 'medium',
    });
  } catch {
    return null;
  } finally {
    decoded?.close();
  }
}

/**
 * The decoded area is at most that of a square with one of these sides. The browser scales a JPEG
 * by the largest multiple of 1/8 that fits, so a photo keeps at least a quarter of the first area:
 * 460 by 350 pixels. The other sides are for pictures that exceed it even at 1/8: from 41
 * megapixels on, and from 164 on.
 */
const coarseSides = [800, 1600, 3200];

/**
 * Decodes a JPEG no finer than a thumbnail needs. This is three times as fast as decoding all of
 * it, and a photo of 12 megapixels takes 1 MB instead of 48. `null` if the browser has to decode
 * all of it.
 */
async function decodeCoarsely(blob: Blob): Promise<ImageBitmap | null> {
  // Frames that do not report their orientation would come out as stored.
  if (blob.type !== 'image/jpeg' || !('ImageDecoder' in self)) return null;
  if (!('rotation' in VideoFrame.prototype)) return null;
  for (const side of coarseSides) {
    const wanted = { desiredWidth: side, desiredHeight: side };
    const decoder = new ImageDecoder({ data: blob.stream(), type: blob.type, ...wanted });
    try {
      const { image } = await decoder.decode();
      return await createImageBitmap(image).finally(() => image.close());
    } catch {
      // It is too large, or damaged.
    } finally {
      decoder.close();
    }
  }
  return null;
}
