// What an interface needs to know before the engine is loaded: a few numbers, no decoder.
export { engineErrorCodes } from './errors.ts';
export { inputExtensions, outputExtensions } from './extensions.ts';
export { maxDecodedJxlPixels } from './formats/jxl/limits.ts';
export { frame } from './framing.ts';
export { quality, resizePresets } from './options.ts';
