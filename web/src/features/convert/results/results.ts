import { brand } from '@stillpix/contract/brand';
import { distinctNames, outputName, zipName } from './output-names.ts';
import type { Photo } from '../conversion/photos.ts';
import type { ZipEntry } from './zip.ts';

/** Everything that can be downloaded, in the list's order, under names that don't collide. */
export function collectResults(photos: readonly Photo[]): ZipEntry[] {
  const found = photos.flatMap(({ file, result }) => {
    if (result === null) return [];
    const { converted } = result;
    return [converted, ...converted.others].map(({ blob, format }) => ({
      name: outputName(file.name, format),
      blob,
      modified: file.lastModified,
    }));
  });
  const names = distinctNames(found.map(({ name }) => name));
  return found.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

export function nameTodaysZip(): string {
  return zipName(brand.slug, new Date());
}
