import { EngineError } from '../errors.ts';
import { nameContent } from './name-content.ts';

/** The error for what is no picture: `unsupported-format`, whose feature is what it is instead. */
export function refusedFormat(bytes: Uint8Array): EngineError {
  const feature = nameContent(bytes);
  return new EngineError('unsupported-format', `Not a picture: ${feature}`, { feature });
}
