import { EngineError } from '../errors.ts';

/**
 * The error for what neither our decoder nor libheif took: what each of them said, for whoever is asked
 * for help. Anything but a word on the file (no memory, no code, canceled) stays as it is.
 */
export function bothRefused(own: EngineError, libheif: EngineError): EngineError {
  const { code, feature = own.feature, fits, message } = libheif;
  if (code !== 'corrupt-file' && code !== 'unsupported-feature') return libheif;
  // Asked for a tile before, and now for the whole picture.
  if (own.message.startsWith('libheif:')) return own;
  const both = `${message}; Stillpix's decoder: ${own.message}`;
  return new EngineError(code, both, { feature, fits, cause: libheif });
}
