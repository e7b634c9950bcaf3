import { type Turn, turnOptions } from '../geometry/turn.ts';
import { loadPool } from '../engine.ts';

export interface Preview {
  url: string;
  /** What the URL shows. */
  blob: Blob;
  width: number;
  height: number;
}

/**
 * The original in a form that the browser can show: itself where it can, else developed by the
 * engine at the highest quality. Release it with `releaseUrl`.
 */
export async function createPreview(file: File, turn: Turn, signal: AbortSignal): Promise<Preview> {
  const turning = turnOptions(turn);
  const isTurned = Object.keys(turning).length > 0;
  const shown = isTurned ? null : await tryToShow(file);
  if (shown !== null) return shown;
  const pool = await loadPool();
  const { blob, width, height } = await pool.convert(
    file,
    { format: 'jpeg', quality: 100, ...turning },
    { signal },
  );
  return { url: URL.createObjectURL(blob), blob, width, height };
}

/** Long enough for a picture to be loaded, in milliseconds. */
const loading = 1000;

/** Gives an address back that is not shown any more: a picture that has just gone may still be loading it. */
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
