import { transformFile, type TransformOptions } from './transform-file.ts';

export type { TransformOptions };

interface UppyFile {
  id: string;
  name?: string;
  data: unknown;
}

/** The part of Uppy that is needed here. */
export interface UppyLike {
  addPreProcessor(processor: (ids: string[]) => Promise<unknown>): void;
  removePreProcessor(processor: (ids: string[]) => Promise<unknown>): unknown;
  getFile(id: string): UppyFile | undefined;
  setFileState(id: string, state: Record<string, unknown>): void;
  emit(event: 'preprocess-progress' | 'preprocess-complete', ...args: never[]): void;
  on(event: 'file-removed', listener: (file: UppyFile) => void): unknown;
  off(event: 'file-removed', listener: (file: UppyFile) => void): unknown;
}

/**
 * Has an Uppy convert its files before they are sent: several at once, with progress, and none that is
 * removed meanwhile. Gives back a function that ends it.
 */
export function convertInUppy(uppy: object, options: TransformOptions = {}): () => void {
  // Uppy's own types have type parameters for every project's metadata.
  const host = uppy as UppyLike;
  const jobs = new Map<string, AbortController>();
  const onRemoved = ({ id }: UppyFile): void => jobs.get(id)?.abort();
  const tell = (event: 'preprocess-progress' | 'preprocess-complete', ...args: unknown[]): void =>
    host.emit(event, ...(args as never[]));
  const convertOne = async (id: string): Promise<void> => {
    const before = host.getFile(id);
    if (!before || !(before.data instanceof Blob)) return;
    const job = new AbortController();
    jobs.set(id, job);
    const onProgress = (value: number): void => {
      const file = host.getFile(id);
      if (file) tell('preprocess-progress', file, { mode: 'determinate', message: '', value });
    };
    try {
      const named = { ...(before.name !== undefined && { name: before.name }), ...options };
      const data = await transformFile(before.data, named, { signal: job.signal, onProgress });
      if (data !== before.data && host.getFile(id)) {
        const { name, type, size } = data as File;
        const extension = name.slice(name.lastIndexOf('.') + 1);
        const { meta } = before as { meta?: object };
        host.setFileState(id, { data, name, type, size, extension, meta: { ...meta, name, type } });
      }
    } catch (error) {
      // Its file is gone.
      if (!job.signal.aborted) throw error;
    } finally {
      jobs.delete(id);
      const file = host.getFile(id);
      if (file) tell('preprocess-complete', file);
    }
  };
  const convertAll = (ids: string[]): Promise<unknown> => Promise.all(ids.map(convertOne));
  host.addPreProcessor(convertAll);
  host.on('file-removed', onRemoved);
  return () => {
    host.removePreProcessor(convertAll);
    host.off('file-removed', onRemoved);
    for (const job of jobs.values()) job.abort();
  };
}
