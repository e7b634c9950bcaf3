import { useCallback, useEffect, useRef, useState } from 'react';
import { convert } from '../index.ts';
import type { ConvertResult } from '../options.ts';
import type { NamedConvertOptions } from '../run/pool.ts';

/** One photo that was handed to the hook. */
export interface HookPhoto {
  /** For React's `key`. */
  id: number;
  file: File;
  status: 'converting' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** Once `status` is `done`. */
  result?: ConvertResult;
  /** An EngineError, once `status` is `failed`. */
  error?: unknown;
}

/** What `useStillpix` gives. */
export interface StillpixHook {
  photos: readonly HookPhoto[];
  isConverting: boolean;
  /** Converts files, behind those there are. Resolves when each is done or has failed. */
  addFiles(files: Iterable<File> | ArrayLike<File>): Promise<void>;
  /** Cancels what runs and takes all photos off. */
  clear(): void;
}

/**
 * Converts photos in a component. Options are those of the moment `addFiles` is called. What still runs when
 * the component goes away is canceled. Renders on a server, where there is nothing to convert.
 */
export function useStillpix(options: NamedConvertOptions = {}): StillpixHook {
  const [photos, setPhotos] = useState<readonly HookPhoto[]>([]);
  const jobs = useRef(new AbortController());
  const lastId = useRef(0);
  const asked = useRef(options);
  useEffect(() => {
    asked.current = options;
  });
  useEffect(() => () => jobs.current.abort(), []);

  const addFiles = useCallback(async (files: Iterable<File> | ArrayLike<File>): Promise<void> => {
    // In development React takes a component off once and puts it back.
    if (jobs.current.signal.aborted) jobs.current = new AbortController();
    const { signal } = jobs.current;
    const change = (id: number, part: Partial<HookPhoto>): void => {
      if (signal.aborted) return;
      setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...part } : photo)));
    };
    const added = Array.from(files, (file): HookPhoto => {
      return { id: ++lastId.current, file, status: 'converting', progress: 0 };
    });
    setPhotos((all) => [...all, ...added]);
    await Promise.all(
      added.map(async ({ id, file }) => {
        try {
          const onProgress = (progress: number): void => change(id, { progress });
          const result = await convert(file, asked.current, { signal, onProgress });
          change(id, { status: 'done', progress: 1, result });
        } catch (error) {
          change(id, { status: 'failed', error });
        }
      }),
    );
  }, []);

  const clear = useCallback(() => {
    jobs.current.abort();
    setPhotos([]);
  }, []);

  const isConverting = photos.some(({ status }) => status === 'converting');
  return { photos, isConverting, addFiles, clear };
}
