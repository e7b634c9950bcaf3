/** Small TIFF files of one picture, and what the engine makes of them. */
import { runPipeline } from '../src/convert/pipeline.ts';
import { readPixels } from './pictures.ts';
import { writeTiff, type TiffEntry } from './tiff-writer.ts';

interface TiffPicture {
  width: number;
  height: number;
  bits?: number;
  samples?: number;
  photometric?: number;
  compression?: number;
  strips: readonly (readonly number[] | Uint8Array)[];
  rowsPerStrip?: number;
  /** More entries, and others in the place of those with their tags; `null` for none. */
  entries?: readonly (TiffEntry | readonly [tag: number, none: null])[];
}

const isEntry = (entry: TiffEntry | readonly [number, null]): entry is TiffEntry =>
  entry[1] !== null;

/** The entries of a picture's directory. */
function directoryOf({
  width,
  height,
  bits = 8,
  samples = 1,
  photometric = 1,
  compression = 1,
  strips,
  rowsPerStrip = height,
  entries = [],
}: TiffPicture): TiffEntry[] {
  const usual: TiffEntry[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array.from({ length: samples }, () => bits)],
    [259, 3, [compression]],
    [262, 3, [photometric]],
    [273, 'offsets', strips.map((strip) => Uint8Array.from(strip))],
    [277, 3, [samples]],
    [278, 4, [rowsPerStrip]],
    [279, 4, strips.map((strip) => strip.length)],
  ];
  const replaced = new Set(entries.map(([tag]) => tag));
  return [...usual.filter(([tag]) => !replaced.has(tag)), ...entries.filter(isEntry)].toSorted(
    ([a], [b]) => a - b,
  );
}

/** A file of these pictures, one page each. */
export function tiffOf(
  pictures: readonly TiffPicture[],
  order: { littleEndian?: boolean; big?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  return writeTiff({ directories: pictures.map(directoryOf), ...order });
}

/** What a file becomes as a PNG: RGBA of 8 bits, a pixel each. */
export async function pixelsOfTiff(bytes: Uint8Array<ArrayBuffer>): Promise<number[][]> {
  const { blob } = await runPipeline(new Blob([bytes]), 'a.tif', { format: 'png' });
  const { data } = await readPixels(blob, 4);
  return Array.from({ length: data.length / 4 }, (_, index) => [
    ...data.subarray(4 * index, 4 * index + 4),
  ]);
}
