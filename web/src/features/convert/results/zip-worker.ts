/// <reference lib="webworker" />
import { BlobReader, configure } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';

export interface ZipEntry {
  name: string;
  blob: Blob;
  /** Milliseconds since 1970. Taken from the original, so that photos sort by time. */
  modified: number;
}

export interface ZipRequest {
  entries: ZipEntry[];
}

export type ZipAnswer =
  | { kind: 'chunk'; bytes: Uint8Array<ArrayBuffer>; fraction: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

declare const self: DedicatedWorkerGlobalScope;

const tellRest = observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

self.addEventListener('message', ({ data }: MessageEvent<ZipRequest>) => void serve(data));

async function serve(request: ZipRequest): Promise<void> {
  try {
    await pack(request);
  } catch (thrown) {
    post({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

// We are in a worker already, and the page's security policy allows no others.
configure({ useWebWorkers: false });

async function pack({ entries }: ZipRequest): Promise<void> {
  const total = entries.reduce((sum, { blob }) => sum + blob.size, 0);
  let read = 0;
  const output = new WritableStream<Uint8Array>({
    write(chunk) {
      const bytes = chunk.slice();
      post({ kind: 'chunk', bytes, fraction: total === 0 ? 1 : read / total }, [bytes.buffer]);
    },
  });
  const zip = new ZipWriter(output);
  for (const { name, blob, modified } of entries) {
    const before = read;
    await zip.add(name, new BlobReader(blob), {
      // Requirement C12. The browser compresses at this level; others would need code of their own.
      level: 6,
      lastModDate: new Date(modified),
      async onprogress(done) {
        read = before + done;
      },
    });
  }
  await zip.close();
  tellRest();
  post({ kind: 'done' });
}

function post(answer: ZipAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, transfer);
}
