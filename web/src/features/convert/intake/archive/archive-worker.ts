/// <reference lib="webworker" />
import { observeRequests, type SeenMessage } from '../../../../site/browser/seen-requests.ts';
import { type FoundInArchive, maxInflatedBytes, readArchive } from './read-archive.ts';

export interface ArchiveRequest {
  archives: readonly File[];
}

export type ArchiveAnswer =
  | { kind: 'progress'; name: string; done: number; total: number }
  /** What is in each, in their order. */
  | { kind: 'done'; found: FoundInArchive[][] };

declare const self: DedicatedWorkerGlobalScope;

const tellRest = observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

self.addEventListener('message', ({ data }: MessageEvent<ArchiveRequest>) => void serve(data));

async function serve({ archives }: ArchiveRequest): Promise<void> {
  const allowance = { inflatedBytes: maxInflatedBytes };
  const found: FoundInArchive[][] = [];
  for (const archive of archives) {
    const { name } = archive;
    const onProgress = (done: number, total: number) =>
      post({ kind: 'progress', name, done, total });
    found.push(await readArchive(archive, { allowance, onProgress }));
  }
  tellRest();
  post({ kind: 'done', found });
}

function post(answer: ArchiveAnswer): void {
  self.postMessage(answer);
}
