import { useState } from 'react';
import { useLanguage, useMessages } from '../../../../i18n/messages.ts';
import { isArchive, type RefusedFile } from '../../accept.ts';
import type { ArchiveProgress } from './open-archives.ts';

/** A ZIP that is being opened. */
export interface OpeningArchive {
  progress: ArchiveProgress;
  stop: () => void;
}

interface Archives {
  /** Once that takes longer than a moment. */
  opening: OpeningArchive | null;
  /**
   * Replaces each ZIP by the photos in it and by what was refused. Leaves out those that the visitor
   * stops. Never rejects.
   */
  openAll: (files: readonly File[]) => Promise<(File | RefusedFile)[]>;
}

/** The part of opening ZIPs that is in the page's first script. */
export function useArchives(): Archives {
  const [opening, setOpening] = useState<OpeningArchive | null>(null);
  const language = useLanguage();
  const { loadFailed } = useMessages().convert.dropZone;

  async function openAll(files: readonly File[]): Promise<(File | RefusedFile)[]> {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    try {
      const { openArchives } = await import('./open-archives.ts');
      return await openArchives(files, {
        language,
        onProgress: (progress) => setOpening({ progress, stop }),
        signal: stopped.signal,
      });
    } catch {
      return files.map((file) =>
        isArchive(file) ? { name: file.name, refusal: 'archive', reason: loadFailed } : file,
      );
    } finally {
      setOpening(null);
    }
  }

  return { opening, openAll };
}
