import { createPool } from './create-pool.ts';
import { shortcutsTo } from './shortcuts.ts';

const shortcuts = shortcutsTo(createPool);

/** Converts one file on the engine's own pool. See `Pool.convert`. */
export const convert = shortcuts.convert;

/** Reads one file's header on the engine's own pool. See `Pool.inspect`. */
export const inspect = shortcuts.inspect;

/** Reads the thumbnail inside one file on the engine's own pool. See `Pool.thumbnail`. */
export const thumbnail = shortcuts.thumbnail;

/** Decodes one file to pixels or planes on the engine's own pool. See `Pool.decode`. */
export const decode = shortcuts.decode;

/** Encodes pixels or planes to a JPEG on the engine's own pool. See `Pool.encodeJpeg`. */
export const encodeJpeg = shortcuts.encodeJpeg;

/** Reads, strips and copies metadata on the engine's own pool. See `MetadataTools`. */
export const metadata = shortcuts.metadata;
