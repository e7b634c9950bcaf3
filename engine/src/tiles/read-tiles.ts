import type { CodedTile } from './coded-tile.ts';

/** A file that can be read in parts, such as a Blob. */
export interface ReadableFile {
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Reads all tiles at once if the gaps between them are small. */
export async function readTiles(source: ReadableFile, tiles: CodedTile[]): Promise<Uint8Array[]> {
  const ranges = tiles.flatMap(({ data }) => (data instanceof Uint8Array ? [] : [data]));
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.end));
  const wanted = ranges.reduce((sum, range) => sum + range.end - range.start, 0);
  const together = ranges.length > 1 && end - start <= wanted * 1.5;
  const all = together ? new Uint8Array(await source.slice(start, end).arrayBuffer()) : null;
  return Promise.all(
    tiles.map(async ({ data }) => {
      if (data instanceof Uint8Array) return data;
      if (all) return all.subarray(data.start - start, data.end - start);
      return new Uint8Array(await source.slice(data.start, data.end).arrayBuffer());
    }),
  );
}
