import { type Turn, turnOptions } from '../geometry/turn.ts';
import { loadPool } from '../engine.ts';

export interface Preview {
  url: string;
  /** The blob that the URL refers to. */
  blob: Blob;
  width: number;
  height: number;
}

/**
 * The original in a form that the browser can show: the file itself if possible, else converted by
 * the engine at the highest quality. Release it with `releaseUrl`.
 */
export async function createPreview(file: File, turn: Turn, signal: AbortSignal): Promise<Preview> {
  const turning = turnOptions(turn);
  const isTurned = Object.keys(turning).length > 0;
  const shown = isTurned ? null : await tryToShow(file);
  if (shown !== null) return shown;
  const pool = await loadPool();
  const { blob, width, height } = await pool.convert(
    file,
    { format: 'jpeg', quality: 100, salvage: true, ...turning },
    { signal },
  );
  return { url: URL.createObjectURL(blob), blob, width, height };
}

/** Long enough for a picture to load, in milliseconds. */
const loading = 1000;

/**
 * Revokes a URL that is no longer shown, after a delay, because a picture that was just removed may
 * still be loading it.
 */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), loading);
}

async function tryToShow(file: File): Promise<Preview | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { url, blob: file, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
}
