import { EngineError } from '../errors.ts';
import { nameContent } from './name-content.ts';

/** `unsupported-format` for a file that is no picture. Its feature names the actual content. */
export function refusedFormat(bytes: Uint8Array): EngineError {
  const feature = nameContent(bytes);
  return new EngineError('unsupported-format', `Not a picture: ${feature}`, { feature });
}
