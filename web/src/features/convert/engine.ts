import type { ConvertOptions, ConvertResult, JobOptions, Pool } from '@stillpix/engine';

let pool: Promise<Pool> | null = null;

/** The engine is not part of the page until a file is near: dragged over it, or the picker opened. */
export function loadPool(): Promise<Pool> {
  if (pool === null) {
    const loading = import('@stillpix/engine').then(({ createPool }) => createPool());
    pool = loading;
    // A failed download is forgotten, so that the next attempt fetches again.
    loading.catch(() => {
      if (pool === loading) pool = null;
    });
  }
  return pool;
}

export function warmUp(): void {
  loadPool().catch(() => {});
}

/** Ends the workers when the visitor leaves the tool; a later file starts them again. */
export function releasePool(): void {
  const leaving = pool;
  pool = null;
  leaving?.then((started) => started.destroy()).catch(() => {});
}

export async function convertFile(
  file: File,
  options: ConvertOptions,
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
