import { EngineError } from '../errors.ts';
import type { InputFormat } from '../options.ts';
import { nameContent, sniff } from './sniff.ts';

/** Throws `empty-file` or `unsupported-format` (feature: what the content is) unless it is a picture. */
export function requireFormat(bytes: Uint8Array): InputFormat {
  if (bytes.length === 0) throw new EngineError('empty-file', 'The file has no bytes');
  const format = sniff(bytes);
  if (format) return format;
  const feature = nameContent(bytes);
  throw new EngineError('unsupported-format', `Not a picture: ${feature}`, { feature });
}
