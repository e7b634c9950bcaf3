import { createPool } from './create-pool.ts';
import { shortcutsTo } from './shortcuts.ts';

const shortcuts = shortcutsTo(createPool);

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export const convert = shortcuts.convert;

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export const inspect = shortcuts.inspect;

/** The small picture inside one file, on a pool of the engine's own. See `Pool.thumbnail`. */
export const thumbnail = shortcuts.thumbnail;

/** Decodes one file to pixels or planes on a pool of the engine's own. See `Pool.decode`. */
export const decode = shortcuts.decode;

/** Encodes pixels or planes to a JPEG on a pool of the engine's own. See `Pool.encodeJpeg`. */
export const encodeJpeg = shortcuts.encodeJpeg;

/** Reads, strips and copies metadata on a pool of the engine's own. See `MetadataTools`. */
export const metadata = shortcuts.metadata;
