import { useEffect, useState } from 'react';
import type { Photo } from '../conversion/photos.ts';
import { createPreview, type Preview } from './previews.ts';

/** The original to look at; null until it is ready, `failed` when it cannot be shown. */
export function usePreview({
  file,
  turn,
}: Pick<Photo, 'file' | 'turn'>): Preview | 'failed' | null {
  const [preview, setPreview] = useState<Preview | 'failed' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    async function prepare() {
      try {
        const created = await createPreview(file, turn, controller.signal);
        url = created.url;
        if (controller.signal.aborted) URL.revokeObjectURL(url);
        else setPreview(created);
      } catch {
        if (!controller.signal.aborted) setPreview('failed');
      }
    }
    void prepare();
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
      setPreview(null);
    };
  }, [file, turn]);
  return preview;
}
