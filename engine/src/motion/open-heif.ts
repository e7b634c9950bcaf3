import { EngineError } from '../errors.ts';
import { isSequence, readHeif } from '../heif/file.ts';
import type { FirstFrame } from './image-sequence.ts';

/**
 * Reads a HEIF or AVIF file's container. Where it holds nothing but an image sequence, the first frame is its picture;
 * else it has one frame. Throws as `readHeif` and `withFirstFrame`, and `corrupt-file` for what is no such file.
 */
export async function openHeif(bytes: Uint8Array): Promise<FirstFrame> {
  const file = readHeif(bytes);
  if (!file) throw new EngineError('corrupt-file', 'HEIF: no container');
  if (!isSequence(file)) return { file, frames: 1 };
  const { withFirstFrame } = await import('./image-sequence.ts');
  return withFirstFrame(file);
}
