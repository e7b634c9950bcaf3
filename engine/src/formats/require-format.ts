import { EngineError } from '../errors.ts';
import type { InputFormat } from '../options.ts';
import { sniff } from './sniff.ts';

/**
 * Finds the format of a picture. Rejects with `empty-file` or `unsupported-format` (feature: the
 * actual content).
 */
export async function requireFormat(bytes: Uint8Array): Promise<InputFormat> {
  if (bytes.length === 0) throw new EngineError('empty-file', 'The file has no bytes');
  const format = sniff(bytes);
  if (format) return format;
  // Loaded only now, as most files say at once which pictures they are.
  const { requireUnmarked } = await import('./require-unmarked.ts');
  return requireUnmarked(bytes);
}
