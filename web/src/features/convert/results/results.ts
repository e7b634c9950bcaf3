import { brand } from '@stillpix/contract/brand';
import type { ConvertResult } from '@stillpix/engine';
import type { Photo } from '../conversion/photos.ts';
import type { ConverterOptions } from '../tools.ts';
import {
  distinctNames,
  extensionOf,
  type Named,
  nameByPattern,
  videoExtension,
  zipName,
} from './output-names.ts';
import type { NamedBlob } from './save.ts';
import type { ZipEntry } from './zip-worker.ts';

export interface Result extends ZipEntry {
  id: string;
}

/** All results that can be downloaded, in the list's order, with distinct names. */
export function collectResults(
  photos: readonly Photo[],
  optionsFor: (photo: Photo) => Pick<ConverterOptions, 'naming' | 'video'>,
): Result[] {
  const found = photos.flatMap((photo, index) => {
    const { id, file, result } = photo;
    if (result === null) return [];
    const named = describe(photo, index, photos.length);
    return nameAll(result.converted, optionsFor(photo), named).map((entry) => ({
      ...entry,
      id,
      modified: file.lastModified,
    }));
  });
  const names = distinctNames(found.map(({ name }) => name));
  return found.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

/** All files that one photo became, named by the pattern. Names may collide. */
export function nameAll(
  converted: ConvertResult,
  { naming, video }: Pick<ConverterOptions, 'naming' | 'video'>,
  named: Named,
): NamedBlob[] {
  const { video: clip, isMotionPhoto } = converted;
  const clips =
    clip === null ? [] : [{ blob: clip, extension: videoExtension(clip), pattern: naming }];
  const pictures = [converted, ...converted.others].map(({ blob, format, role }, index) => ({
    blob,
    extension: extensionOf(format, isMotionPhoto && index === 0),
    pattern: role === 'main' || role === 'further' ? naming : `${naming}-${role}`,
  }));
  const wanted = video === 'only' && clip !== null ? clips : [...pictures, ...clips];
  return wanted.map(({ blob, extension, pattern }) => ({
    name: nameByPattern(pattern, named, extension),
    blob,
  }));
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
      return nameByPattern(naming, describe(photo, index, photos.length), extensionOf(output));
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

/** The files that one photo became, named as among all of them, the picture first. */
export function collectOne(
  photos: readonly Photo[],
  id: string,
  optionsFor: (photo: Photo) => Pick<ConverterOptions, 'naming' | 'video'>,
): ZipEntry[] {
  return collectResults(photos, optionsFor).filter((result) => result.id === id);
}

export function nameTodaysZip(): string {
  return zipName(brand.slug, new Date());
}
