import { useEffect, useState } from 'react';
import type { Photo } from '../conversion/photos.ts';
import { createPreview, type Preview, releaseUrl } from './previews.ts';

interface Made extends Pick<Photo, 'file' | 'turn'> {
  preview: Preview | 'failed';
}

/** The original to look at; null until it is ready, `failed` if it cannot be shown. */
export function usePreview({
  file,
  turn,
}: Pick<Photo, 'file' | 'turn'>): Preview | 'failed' | null {
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    async function prepare() {
      try {
        const created = await createPreview(file, turn, controller.signal);
        url = created.url;
        if (controller.signal.aborted) URL.revokeObjectURL(url);
        else setMade({ file, turn, preview: created });
      } catch {
        if (!controller.signal.aborted) setMade({ file, turn, preview: 'failed' });
      }
    }
    void prepare();
    return () => {
      controller.abort();
      if (url !== null) releaseUrl(url);
      setMade(null);
    };
  }, [file, turn]);
  // A preview of another photo must not be rendered: its URL is about to be revoked.
  return made?.file === file && made.turn === turn ? made.preview : null;
}
