import type { ArchiveMessages } from '../../../../i18n/en/archives.ts';
import type { Language } from '../../../../site/pages/language.ts';
import { type SeenMessage, takeSeen } from '../../../../site/browser/seen-requests.ts';
import { isArchive, type RefusedFile } from '../../accept.ts';
import { createSerial } from '../../serial.ts';
import type { ArchiveAnswer, ArchiveRequest } from './archive-worker.ts';
import type { FoundInArchive } from './read-archive.ts';
import { useArchiveMessages } from './use-archive-messages.ts';

export interface ArchiveProgress {
  name: string;
  /** Files looked at, of the `total` in the ZIP, which is 0 while it is unknown. */
  done: number;
  total: number;
}

interface OpenOptions {
  language: Language;
  onProgress: (progress: ArchiveProgress) => void;
  signal: AbortSignal;
}

/** Milliseconds between two reports. More cannot be read. */
const pause = 200;

const serial = createSerial();

/**
 * Replaces each ZIP by the photos in it and by what was refused. One call after the other, so that
 * only one photo at a time is inflated. After an abort, only the files that are no ZIPs remain.
 * Rejects if the code for it could not be loaded.
 */
export function openArchives(
  given: readonly File[],
  options: OpenOptions,
): Promise<(File | RefusedFile)[]> {
  return serial.run(() => open(given, options));
}

async function open(
  given: readonly File[],
  { language, onProgress, signal }: OpenOptions,
): Promise<(File | RefusedFile)[]> {
  const [words, found] = await Promise.all([
    useArchiveMessages.load(language),
    readInWorker(given.filter(isArchive), onProgress, signal),
  ]);
  return given.flatMap((file) => {
    if (!isArchive(file)) return [file];
    return (found.shift() ?? []).map((each) => toGiven(each, words));
  });
}

function toGiven(found: FoundInArchive, { reasons }: ArchiveMessages): File | RefusedFile {
  if (found instanceof File) return found;
  const { name, refusal } = found;
  switch (refusal) {
    case 'too-large':
    case 'unsupported':
    case 'empty':
    case 'duplicate':
      return { name, refusal };
    default:
      return { name, refusal: 'archive', reason: reasons[refusal] };
  }
}

/** What is in each of the ZIPs; nothing after an abort. */
function readInWorker(
  archives: readonly File[],
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<FoundInArchive[][]> {
  if (signal.aborted) return Promise.resolve([]);
  const worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { type: 'module' });
  let progress: ArchiveProgress = { name: archives[0]?.name ?? '', done: 0, total: 0 };
  // Most ZIPs are open before the first report.
  const reports = setInterval(() => onProgress(progress), pause);
  const read = new Promise<FoundInArchive[][]>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve([]), { once: true });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The worker for ZIPs did not start')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<ArchiveAnswer | SeenMessage>) => {
      if (takeSeen(data)) return;
      if (data.kind === 'done') resolve(data.found);
      else progress = data;
    });
    worker.postMessage({ archives } satisfies ArchiveRequest);
  });
  return read.finally(() => {
    clearInterval(reports);
    worker.terminate();
  });
}
