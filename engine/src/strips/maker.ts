import type { DecodeTiles } from '../tiles/coded-tile.ts';
import type { ReadableFile } from '../tiles/read-tiles.ts';
import type { StripResult } from './task.ts';

/** Makes strips of one kind, with this thread's codecs. */
export interface Maker {
  make(source: ReadableFile, decode: DecodeTiles): Promise<StripResult>;
  /** Discards codecs that have trapped. */
  drop(): void;
}
