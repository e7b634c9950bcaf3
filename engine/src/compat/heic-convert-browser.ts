import { convert, inspect } from '../index.ts';
import { makeHeicConvert } from './convert-buffers.ts';

export type { HeicConvert, HeicConvertOptions, HeicPicture } from './convert-buffers.ts';

/** `heic-convert` in a browser. See `HeicConvert`. */
const heicConvert = makeHeicConvert({ convert, inspect });

export default heicConvert;
