import { EngineError } from '../errors.ts';

/**
 * The error when both our decoder and libheif refuse a file. Names both reasons, to help with
 * support. Errors not about the file (no memory, no code, canceled) pass unchanged.
 */
export function bothRefused(own: EngineError, libheif: EngineError): EngineError {
  const { code, feature = own.feature, fits, message } = libheif;
  if (code !== 'corrupt-file' && code !== 'unsupported-feature') return libheif;
  // `own` names both already: libheif refused a tile before, and the whole picture now.
  if (own.message.startsWith('libheif:')) return own;
  const both = `${message}; Stillpix's decoder: ${own.message}`;
  return new EngineError(code, both, { feature, fits, cause: libheif });
}
