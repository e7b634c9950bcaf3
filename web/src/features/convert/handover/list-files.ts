import type { ConvertResult, Inspection } from '@stillpix/engine';
import type { Photo } from '../conversion/photos.ts';
import type { ConverterOptions } from '../tools.ts';

/** The contents of a list, enough to restore it elsewhere. */
export interface SavedList {
  photos: readonly Photo[];
  waiting: readonly File[];
  options: ConverterOptions;
  /** It was cleared a moment ago, which can still be undone. */
  isCleared: boolean;
}

/** A folder of the origin private file system, or a substitute. */
export interface ListFolder {
  /** Writes a blob unless it is there already, and returns its name. */
  keep: (blob: Blob) => Promise<string>;
  read: (name: string) => Promise<Blob>;
  /** Remembers that a blob is kept under this name. */
  recognize: (blob: Blob, name: string) => void;
  writeIndex: (text: string) => Promise<void>;
  readIndex: () => Promise<string>;
}

interface StoredFile {
  /** Name in the folder. */
  kept: string;
  name: string;
  type: string;
  lastModified: number;
}

type StoredResult = Omit<NonNullable<Photo['result']>, 'converted'> & {
  /** Names in the folder: the result, and the file's further pictures. */
  files: string[];
  converted: Stored<Omit<ConvertResult, 'blob' | 'others' | 'video'>>;
  /** Name in the folder, and type; null if there is none. */
  video: { kept: string; type: string } | null;
  others: Stored<Omit<ConvertResult['others'][number], 'blob'>>[];
};

/** For fields that older versions of the site did not write. */
type Stored<T extends { role: unknown }> = Omit<T, 'role'> & Partial<Pick<T, 'role'>>;

type OnTheirOwn = 'file' | 'movie' | 'recoded' | 'work' | 'result' | 'header';

interface StoredPhoto {
  file: StoredFile;
  movie: StoredFile | null;
  /** Missing in lists written by older versions of the site. */
  recoded?: StoredFile | null;
  photo: Omit<Photo, OnTheirOwn | 'recoding'> & {
    header: (Omit<Inspection, 'roles'> & Partial<Pick<Inspection, 'roles'>>) | null;
  };
  result: StoredResult | null;
}

interface StoredList {
  photos: StoredPhoto[];
  waiting: StoredFile[];
  options: ConverterOptions;
  isCleared: boolean;
}

async function writeFile(folder: ListFolder, file: File): Promise<StoredFile> {
  const { name, type, lastModified } = file;
  return { kept: await folder.keep(file), name, type, lastModified };
}

/** Bytes of everything that would be written. */
export function listBytes({ photos, waiting }: SavedList): number {
  const results = photos.flatMap(({ result }) =>
    result === null ? [] : [result.converted, ...result.converted.others],
  );
  return [
    ...photos.flatMap(({ file, movie, recoded }) => [
      file.size,
      movie?.size ?? 0,
      recoded?.size ?? 0,
    ]),
    ...waiting.map(({ size }) => size),
    ...results.map(({ blob }) => blob.size),
    ...photos.map(({ result }) => result?.converted.video?.size ?? 0),
  ].reduce((sum, size) => sum + size, 0);
}

export async function writeList(folder: ListFolder, list: SavedList): Promise<void> {
  const { options, isCleared } = list;
  const stored: StoredList = { photos: [], waiting: [], options, isCleared };
  for (const { file, movie, recoded, recoding: _, work: __, result, ...photo } of list.photos) {
    stored.photos.push({
      file: await writeFile(folder, file),
      movie: movie && (await writeFile(folder, movie)),
      recoded: recoded && (await writeFile(folder, recoded)),
      photo,
      result: result && (await writeResult(folder, result)),
    });
  }
  for (const file of list.waiting) stored.waiting.push(await writeFile(folder, file));
  // Written last, so that an index never names missing files.
  await folder.writeIndex(JSON.stringify(stored));
}

async function writeResult(
  folder: ListFolder,
  { converted, ...rest }: NonNullable<Photo['result']>,
): Promise<StoredResult> {
  const { blob, others, video, ...described } = converted;
  const files: string[] = [];
  for (const each of [blob, ...others.map((other) => other.blob)]) {
    files.push(await folder.keep(each));
  }
  return {
    ...rest,
    files,
    converted: described,
    video: video && { kept: await folder.keep(video), type: video.type },
    others: others.map(({ blob: __, ...other }) => other),
  };
}

/** Names of files in the folder that an index refers to. */
export function namesIn(index: string): Set<string> {
  const { photos, waiting } = JSON.parse(index) as StoredList;
  const originals = [
    ...photos.flatMap(({ file, movie, recoded }) => [file, movie, recoded]),
    ...waiting,
  ];
  const videos = photos.map(({ result }) => result?.video ?? null);
  const others = [...originals, ...videos].flatMap((each) => each?.kept ?? []);
  return new Set([...others, ...photos.flatMap(({ result }) => result?.files ?? [])]);
}

/** Rejects if any of it is missing. */
export async function readList(folder: ListFolder): Promise<SavedList> {
  const stored = JSON.parse(await folder.readIndex()) as StoredList;
  const toFile = async ({ kept, type, lastModified, name }: StoredFile) => {
    const file = new File([await folder.read(kept)], name, { type, lastModified });
    folder.recognize(file, kept);
    return file;
  };
  const photos: Photo[] = [];
  for (const { file, movie, recoded = null, photo, result } of stored.photos) {
    photos.push({
      ...photo,
      header: photo.header && { roles: [], ...photo.header },
      file: await toFile(file),
      movie: movie && (await toFile(movie)),
      recoded: recoded && (await toFile(recoded)),
      recoding: null,
      work: null,
      result: result && (await readResult(folder, result)),
    });
  }
  const waiting: File[] = [];
  for (const file of stored.waiting) waiting.push(await toFile(file));
  return { photos, waiting, options: stored.options, isCleared: stored.isCleared };
}

async function readVideo(
  folder: ListFolder,
  { kept, type }: NonNullable<StoredResult['video']>,
): Promise<Blob> {
  const video = new Blob([await folder.read(kept)], { type });
  folder.recognize(video, kept);
  return video;
}

async function readResult(
  folder: ListFolder,
  { files, converted, video, others, ...rest }: StoredResult,
): Promise<Photo['result']> {
  const blobOf = async (place: number, format: string) => {
    const name = files[place] ?? '';
    const blob = new Blob([await folder.read(name)], { type: `image/${format}` });
    folder.recognize(blob, name);
    return blob;
  };
  const read: ConvertResult = {
    // Lists from before pictures had roles are read, too.
    role: 'main',
    ...converted,
    video: video && (await readVideo(folder, video)),
    blob: await blobOf(0, converted.format),
    others: [],
  };
  for (const [place, other] of others.entries()) {
    read.others.push({
      role: 'further',
      ...other,
      blob: await blobOf(place + 1, other.format),
    });
  }
  return { ...rest, converted: read };
}
