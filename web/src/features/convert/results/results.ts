import { brand } from '@stillpix/contract/brand';
import type { Photo } from '../conversion/photos.ts';
import { distinctNames, outputName, zipName } from './output-names.ts';
import type { ZipEntry } from './zip.ts';

interface Result extends ZipEntry {
  id: string;
}

/** Everything that can be downloaded, in the list's order, under names that don't collide. */
export function collectResults(photos: readonly Photo[]): Result[] {
  const found = photos.flatMap(({ id, file, result }) => {
    if (result === null) return [];
    const { converted } = result;
    return [converted, ...converted.others].map(({ blob, format }) => ({
      id,
      name: outputName(file.name, format),
      blob,
      modified: file.lastModified,
    }));
  });
  const names = distinctNames(found.map(({ name }) => name));
  return found.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

/** The first picture of one photo, under its own name. */
export function collectOne(photos: readonly Photo[], id: string): ZipEntry[] {
  return collectResults(photos.filter((photo) => photo.id === id)).slice(0, 1);
}

export function nameTodaysZip(): string {
  return zipName(brand.slug, new Date());
}
