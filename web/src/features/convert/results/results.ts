import { brand } from '@stillpix/contract/brand';
import type { Photo } from '../conversion/photos.ts';
import type { ConverterOptions } from '../tools.ts';
import {
  distinctNames,
  type Named,
  nameByPattern,
  originalNames,
  zipName,
} from './output-names.ts';
import type { ZipEntry } from './zip.ts';

interface Result extends ZipEntry {
  id: string;
}

/** Everything that can be downloaded, in the list's order, under names that don't collide. */
export function collectResults(photos: readonly Photo[], naming = originalNames): Result[] {
  const found = photos.flatMap((photo, index) => {
    const { id, file, result } = photo;
    if (result === null) return [];
    const named = describe(photo, index, photos.length);
    const { converted } = result;
    return [converted, ...converted.others].map(({ blob, format }) => ({
      id,
      name: nameByPattern(naming, named, format),
      blob,
      modified: file.lastModified,
    }));
  });
  const names = distinctNames(found.map(({ name }) => name));
  return found.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

/** Enough to see the pattern. */
const examples = 2;

/** Names that the first photos would get. */
export function exampleNames(
  photos: readonly Photo[],
  optionsFor: (photo: Photo) => Pick<ConverterOptions, 'naming' | 'output'>,
): string[] {
  return distinctNames(
    photos.slice(0, examples).map((photo, index) => {
      const { naming, output } = optionsFor(photo);
      return nameByPattern(naming, describe(photo, index, photos.length), output);
    }),
  );
}

function describe({ file, header }: Photo, index: number, count: number): Named {
  return {
    originalName: file.name,
    number: index + 1,
    count,
    takenAt: header?.metadata.takenAt ?? null,
    lastModified: file.lastModified,
  };
}

/** The first picture of one photo, under the name that it has among all of them. */
export function collectOne(photos: readonly Photo[], id: string, naming: string): ZipEntry[] {
  return collectResults(photos, naming)
    .filter((result) => result.id === id)
    .slice(0, 1);
}

export function nameTodaysZip(): string {
  return zipName(brand.slug, new Date());
}
