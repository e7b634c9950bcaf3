/// <reference lib="webworker" />
import { Zip, ZipDeflate } from 'fflate';
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

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

self.addEventListener('message', ({ data }: MessageEvent<ZipRequest>) => void serve(data));

async function serve(request: ZipRequest): Promise<void> {
  try {
    await pack(request);
  } catch (thrown) {
    post({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** The earliest date in a ZIP, in local time. fflate rejects others. */
const earliest = new Date(1980, 0, 1).getTime();
const latest = new Date(2099, 11, 31).getTime();

async function pack({ entries }: ZipRequest): Promise<void> {
  const total = entries.reduce((sum, { blob }) => sum + blob.size, 0);
  let read = 0;
  const zip = new Zip((error, chunk, final) => {
    if (error) throw error;
    const bytes = chunk.slice();
    post({ kind: 'chunk', bytes, fraction: total === 0 ? 1 : read / total }, [bytes.buffer]);
    if (final) post({ kind: 'done' });
  });
  for (const { name, blob, modified } of entries) {
    // Requirement C12.
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = Math.min(Math.max(modified, earliest), latest);
    zip.add(entry);
    const reader = blob.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      read += part.value.length;
      entry.push(part.value, false);
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
}

function post(answer: ZipAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, transfer);
}
