import { subDirectories, type Directory, type TiffFile } from './directories.ts';
import { orNull } from '../../errors.ts';
import { numberOf } from './layout.ts';
import { photometrics, tags } from './tags.ts';

/** Compressions that camera makers use. */
const rawCompressions: ReadonlySet<number> = new Set([
  32_767, 32_769, 32_770, 34_713, 65_000, 65_535,
]);

/** Photometric interpretations of sensor data. */
const rawPhotometrics: ReadonlySet<number> = new Set([
  photometrics.colorFilter,
  photometrics.linearRaw,
]);

/** Offset of the mark in Canon's CR2. */
const canonMarkAt = 8;

function holdsSensor(file: TiffFile, directory: Directory): boolean {
  const first = (tag: number) => orNull(() => numberOf(file, directory, tag, -1)) ?? -1;
  return (
    rawPhotometrics.has(first(tags.photometric)) || rawCompressions.has(first(tags.compression))
  );
}

/** Whether a file holds sensor data, which needs raw development. */
export function isRaw(file: TiffFile, directories: readonly Directory[]): boolean {
  const { bytes } = file;
  if (bytes[canonMarkAt] === 0x43 && bytes[canonMarkAt + 1] === 0x52) return true;
  const [first] = directories;
  if (!first) return false;
  return (
    first.has(tags.dngVersion) ||
    [first, ...subDirectories(file, first)].some((each) => holdsSensor(file, each))
  );
}
