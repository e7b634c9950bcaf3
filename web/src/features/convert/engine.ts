import type {
  NamedConvertOptions,
  ConvertResult,
  Inspection,
  JobOptions,
  Movie,
  Pool,
  TextStorage,
} from '@stillpix/engine';
import { brand } from '@stillpix/contract/brand';
import { addSeen } from '../../site/browser/seen-requests.ts';

const decoderKey = `${brand.slug}_decoders`;

/**
 * Which of the browser's decoders can be trusted. Stored, so that it is not tested on every visit.
 */
const decoderMemory: TextStorage = {
  load() {
    try {
      return localStorage.getItem(decoderKey);
    } catch {
      return null;
    }
  },
  save(text) {
    try {
      localStorage.setItem(decoderKey, text);
    } catch {
      // Storage can be full or forbidden; then the test is repeated next time.
    }
  },
};

let pool: Promise<Pool> | null = null;

/**
 * The engine is not part of the page's script. It is fetched while the visitor reads, or when a
 * file is likely to come.
 */
export function loadPool(): Promise<Pool> {
  if (pool === null) {
    const loading = import('@stillpix/engine').then(({ createPool }) =>
      createPool({ decoderMemory, onRequests: addSeen, prepare: 'heic' }),
    );
    pool = loading;
    // Forgotten, so that the next attempt loads again. Newer browsers then fetch (Chromium 156
    // does), older ones need a reload of the page.
    loading.catch(() => {
      if (pool === loading) pool = null;
    });
  }
  return pool;
}

/** Begins to load the engine, without waiting for it. */
export function prepareEngine(): void {
  loadPool().catch(() => {});
}

/** Terminates the workers when the visitor leaves the tool. A later file starts them again. */
export function releasePool(): void {
  const leaving = pool;
  pool = null;
  leaving?.then((started) => started.destroy()).catch(() => {});
}

export async function convertFile(
  file: File,
  options: NamedConvertOptions,
  job: JobOptions,
): Promise<ConvertResult> {
  let loaded: Pool;
  try {
    loaded = await loadPool();
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw Object.assign(new Error(message), { code: 'code-not-loaded' });
  }
  return loaded.convert(file, options, job);
}

/** Reads a movie's header; null if it is no movie. */
export async function readMovie(file: File, signal: AbortSignal): Promise<Movie | null> {
  try {
    return await (await loadPool()).movie(file, { signal });
  } catch {
    return null;
  }
}

/** Reads a file's header; null if it cannot be read. */
export async function inspectFile(
  file: File,
  asStored: boolean,
  signal: AbortSignal,
): Promise<Inspection | null> {
  try {
    const started = await loadPool();
    return await started.inspect(file, asStored ? { exifOrientation: 'ignore' } : {}, { signal });
  } catch {
    // The conversion reports what is wrong with the file.
    return null;
  }
}
