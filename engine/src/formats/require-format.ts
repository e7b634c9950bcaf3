import { EngineError } from '../errors.ts';
import type { InputFormat } from '../options.ts';
import { sniff } from './sniff.ts';

/** Rejects with `empty-file` or `unsupported-format` (feature: what the content is) unless it is a picture. */
export async function requireFormat(bytes: Uint8Array): Promise<InputFormat> {
  if (bytes.length === 0) throw new EngineError('empty-file', 'The file has no bytes');
  const format = sniff(bytes);
  if (format) return format;
  // What that is nobody needs to know who converts pictures.
  const { refusedFormat } = await import('./refused-format.ts');
  throw refusedFormat(bytes);
}
