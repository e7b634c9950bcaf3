import { convert, inspect } from '../node/index.ts';
import { makeHeicConvert } from './convert-buffers.ts';

export type { HeicConvert, HeicConvertOptions, HeicPicture } from './convert-buffers.ts';

/** `heic-convert` in Node, on all cores. See `HeicConvert`. */
const heicConvert = makeHeicConvert({ convert, inspect });

export default heicConvert;
// So that `require` gives the function itself.
export { heicConvert as 'module.exports' };
