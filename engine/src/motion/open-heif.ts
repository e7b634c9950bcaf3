import { EngineError } from '../errors.ts';
import { isSequence, readHeif } from '../heif/file.ts';
import type { FirstFrame } from './image-sequence.ts';

/**
 * Reads a HEIF or AVIF container. In a file with only an image sequence, the first frame becomes
 * the picture; any other file counts as one frame. Throws as `readHeif` and `withFirstFrame`, and
 * `corrupt-file` for other files.
 */
export async function openHeif(bytes: Uint8Array): Promise<FirstFrame> {
  const file = readHeif(bytes);
  if (!file) throw new EngineError('corrupt-file', 'HEIF: no container');
  if (!isSequence(file)) return { file, frames: 1 };
  const { withFirstFrame } = await import('./image-sequence.ts');
  return withFirstFrame(file);
}
