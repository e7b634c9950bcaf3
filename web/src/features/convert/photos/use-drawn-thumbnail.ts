import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Turn } from '../geometry/turn.ts';
import { drawFadedPicture } from './faded-picture.ts';
import type { Thumbnails } from './thumbnails.ts';
import { drawTurned } from './turned-picture.ts';

interface DrawnThumbnail {
  faded: RefObject<HTMLCanvasElement | null>;
  full: RefObject<HTMLCanvasElement | null>;
  isDrawn: boolean;
}

/** Draws a thumbnail on two canvases, pale and in full color, and again when its source changes. */
export function useDrawnThumbnail(
  thumbnails: Thumbnails,
  source: Blob,
  isOriginal: boolean,
  /** Null draws it unturned. The same object as long as it means the same. */
  turn: Turn | null,
): DrawnThumbnail {
  const faded = useRef<HTMLCanvasElement>(null);
  const full = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<{ of: Blob; picture: ImageBitmap } | null>(null);
  const hasPicture = useRef(false);

  useEffect(() => {
    const left = new AbortController();
    async function fetch() {
      const isFirst = !hasPicture.current;
      const picture = await thumbnails.make({ blob: source, isOriginal, isFirst }, left.signal);
      if (picture === null) return;
      if (left.signal.aborted) picture.close();
      else setShown({ of: source, picture });
    }
    void fetch();
    return () => left.abort();
  }, [thumbnails, source, isOriginal]);

  useEffect(() => {
    if (shown === null || faded.current === null || full.current === null) return;
    // Until the new picture is ready, the previous one stays.
    if (shown.of !== source) return;
    drawTurned(full.current, shown.picture, turn);
    drawFadedPicture(faded.current, full.current);
    hasPicture.current = true;
  }, [shown, source, turn]);
  useEffect(() => () => shown?.picture.close(), [shown]);

  return { faded, full, isDrawn: shown !== null };
}
