/// <reference lib="webworker" />
import type { ThumbnailAnswer, ThumbnailRequest } from './thumbnails.ts';
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';

declare const self: DedicatedWorkerGlobalScope;

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

self.addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => void serve(data));

async function serve(request: ThumbnailRequest): Promise<void> {
  const drawn = await draw(request);
  self.postMessage(drawn, drawn.picture === null ? [] : [drawn.picture]);
}

async function draw({ ticket, blob, side }: ThumbnailRequest): Promise<ThumbnailAnswer> {
  let full: ImageBitmap | undefined;
  try {
    full = await createImageBitmap(blob);
    const { width, height } = full;
    const scale = Math.min(1, side / Math.max(width, height));
    const picture = await createImageBitmap(full, {
      resizeWidth: Math.max(1, Math.round(width * scale)),
      resizeHeight: Math.max(1, Math.round(height * scale)),
      resizeQuality: 'medium',
    });
    return { ticket, picture };
  } catch {
    return { ticket, picture: null };
  } finally {
    full?.close();
  }
}
