import { type SeenMessage, takeSeen } from '../../../site/browser/seen-requests.ts';
import type { ZipAnswer, ZipEntry, ZipRequest } from './zip-worker.ts';

/**
 * Packs the entries in a worker, a chunk at a time, so that the page stays responsive and pictures
 * are not in memory twice. Rejects when a picture cannot be read or `signal` aborts.
 */
export function createZip(
  entries: ZipEntry[],
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' });
  const parts: Blob[] = [];
  const packed = new Promise<Blob>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The ZIP worker did not start')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<ZipAnswer | SeenMessage>) => {
      if (takeSeen(data)) return;
      switch (data.kind) {
        case 'chunk':
          // Browsers can keep Blobs on disk, but not byte arrays.
          parts.push(new Blob([data.bytes]));
          onProgress(data.fraction);
          break;
        case 'done':
          resolve(new Blob(parts, { type: 'application/zip' }));
          break;
        case 'failed':
          reject(new Error(data.message));
          break;
      }
    });
    worker.postMessage({ entries } satisfies ZipRequest);
  });
  return packed.finally(() => worker.terminate());
}
