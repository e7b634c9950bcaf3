import type { ConvertResult, Inspection } from '@stillpix/engine';
import type { Photo } from '../conversion/photos.ts';
import type { ConverterOptions } from '../tools.ts';

/** The contents of a table, enough to restore it elsewhere. */
export interface Table {
  photos: readonly Photo[];
  waiting: readonly File[];
  options: ConverterOptions;
  /** It was cleared a moment ago, which can still be undone. */
  isCleared: boolean;
}

/** A folder of the origin private file system, or a substitute. */
export interface TableFolder {
  /** Writes a blob unless it is there already, and returns its name. */
  keep: (blob: Blob) => Promise<string>;
  read: (name: string) => Promise<Blob>;
  /** Remembers that a blob is kept under this name. */
  recognize: (blob: Blob, name: string) => void;
  writeList: (text: string) => Promise<void>;
  readList: () => Promise<string>;
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
  /** Missing in tables written by older versions of the site. */
  recoded?: StoredFile | null;
  photo: Omit<Photo, OnTheirOwn | 'recoding'> & {
    header: (Omit<Inspection, 'roles'> & Partial<Pick<Inspection, 'roles'>>) | null;
  };
  result: StoredResult | null;
}

interface StoredTable {
  photos: StoredPhoto[];
  waiting: StoredFile[];
  options: ConverterOptions;
  isCleared: boolean;
}

async function writeFile(folder: TableFolder, file: File): Promise<StoredFile> {
  const { name, type, lastModified } = file;
  return { kept: await folder.keep(file), name, type, lastModified };
}

/** Bytes of everything that would be written. */
export function tableBytes({ photos, waiting }: Table): number {
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

export async function writeTable(folder: TableFolder, table: Table): Promise<void> {
  const { options, isCleared } = table;
  const stored: StoredTable = { photos: [], waiting: [], options, isCleared };
  for (const { file, movie, recoded, recoding: _, work: __, result, ...photo } of table.photos) {
    stored.photos.push({
      file: await writeFile(folder, file),
      movie: movie && (await writeFile(folder, movie)),
      recoded: recoded && (await writeFile(folder, recoded)),
      photo,
      result: result && (await writeResult(folder, result)),
    });
  }
  for (const file of table.waiting) stored.waiting.push(await writeFile(folder, file));
  // Written last, so that a list never names missing files.
  await folder.writeList(JSON.stringify(stored));
}

async function writeResult(
  folder: TableFolder,
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

/** Names of files in the folder that a list refers to. */
export function namesIn(list: string): Set<string> {
  const { photos, waiting } = JSON.parse(list) as StoredTable;
  const originals = [
    ...photos.flatMap(({ file, movie, recoded }) => [file, movie, recoded]),
    ...waiting,
  ];
  const videos = photos.map(({ result }) => result?.video ?? null);
  const others = [...originals, ...videos].flatMap((each) => each?.kept ?? []);
  return new Set([...others, ...photos.flatMap(({ result }) => result?.files ?? [])]);
}

/** Rejects if any of it is missing. */
export async function readTable(folder: TableFolder): Promise<Table> {
  const stored = JSON.parse(await folder.readList()) as StoredTable;
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
  folder: TableFolder,
  { kept, type }: NonNullable<StoredResult['video']>,
): Promise<Blob> {
  const video = new Blob([await folder.read(kept)], { type });
  folder.recognize(video, kept);
  return video;
}

async function readResult(
  folder: TableFolder,
  { files, converted, video, others, ...rest }: StoredResult,
): Promise<Photo['result']> {
  const blobOf = async (place: number, format: string) => {
    const name = files[place] ?? '';
    const blob = new Blob([await folder.read(name)], { type: `image/${format}` });
    folder.recognize(blob, name);
    return blob;
  };
  const read: ConvertResult = {
    // Tables from before pictures had roles are read, too.
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
