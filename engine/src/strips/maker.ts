import type { DecodeTiles } from '../tiles/coded-tile.ts';
import type { ReadableFile } from '../tiles/read-tiles.ts';
import type { MadeStrip } from './tasks/result.ts';

/** Makes strips of one kind, with this thread's codecs. */
export interface Maker {
  make(source: ReadableFile, decode: DecodeTiles): Promise<MadeStrip>;
  /** Discards codecs that have trapped. */
  drop(): void;
}
