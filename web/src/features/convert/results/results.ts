import { brand } from '@stillpix/contract/brand';
import { distinctNames, outputName, videoName, zipName } from './output-names.ts';
import type { Photo } from '../conversion/photos.ts';
import type { ZipEntry } from './zip.ts';

/** Everything that can be downloaded, in the list's order, under names that don't collide. */
export function collectResults(photos: readonly Photo[]): ZipEntry[] {
  const found = photos.flatMap(({ file, result }) => {
    if (result === null) return [];
    const { converted } = result;
    const { isMotionPhoto, video, others } = converted;
    const named = [
      { name: outputName(file.name, converted.format, isMotionPhoto), blob: converted.blob },
      ...(video ? [{ name: videoName(file.name, video.type), blob: video }] : []),
      ...others.map(({ blob, format }) => ({ name: outputName(file.name, format), blob })),
    ];
    return named.map((each) => ({ ...each, modified: file.lastModified }));
  });
  const names = distinctNames(found.map(({ name }) => name));
  return found.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }));
}

export function nameTodaysZip(): string {
  return zipName(brand.slug, new Date());
}
