import type { ConvertResult } from '@stillpix/engine';
import type { Photo } from '../conversion/photos.ts';
import type { ConverterOptions } from '../tools.ts';

/** What lies on a table: enough to lay it out again elsewhere. */
export interface Table {
  photos: readonly Photo[];
  waiting: readonly File[];
  options: ConverterOptions;
}

/** A folder of the browser's own file system, or whatever stands in for it. */
export interface TableFolder {
  write: (name: string, blob: Blob) => Promise<void>;
  /** The bytes themselves, so that the file may go. */
  read: (name: string) => Promise<Blob>;
}

interface StoredFile {
  name: string;
  type: string;
  lastModified: number;
}

type StoredResult = Omit<NonNullable<Photo['result']>, 'converted'> & {
  converted: Omit<ConvertResult, 'blob' | 'others'>;
  others: Omit<ConvertResult['others'][number], 'blob'>[];
};

interface StoredPhoto {
  file: StoredFile;
  photo: Omit<Photo, 'file' | 'work' | 'result'>;
  result: StoredResult | null;
}

interface StoredTable {
  photos: StoredPhoto[];
  waiting: StoredFile[];
  options: ConverterOptions;
}

const listName = 'table.json';

function describe({ name, type, lastModified }: File): StoredFile {
  return { name, type, lastModified };
}

/** Bytes of all that would be written. */
export function tableBytes({ photos, waiting }: Table): number {
  const results = photos.flatMap(({ result }) =>
    result === null ? [] : [result.converted, ...result.converted.others],
  );
  return [
    ...photos.map(({ file }) => file.size),
    ...waiting.map(({ size }) => size),
    ...results.map(({ blob }) => blob.size),
  ].reduce((sum, size) => sum + size, 0);
}

export async function writeTable(folder: TableFolder, table: Table): Promise<void> {
  const stored: StoredTable = { photos: [], waiting: [], options: table.options };
  for (const [index, { file, work: _, result, ...photo }] of table.photos.entries()) {
    await folder.write(`photo-${index}`, file);
    stored.photos.push({
      file: describe(file),
      photo,
      result: result && (await writeResult(folder, index, result)),
    });
  }
  for (const [index, file] of table.waiting.entries()) {
    await folder.write(`waiting-${index}`, file);
    stored.waiting.push(describe(file));
  }
  // Last, so that a list never names what is not there.
  await folder.write(listName, new Blob([JSON.stringify(stored)]));
}

async function writeResult(
  folder: TableFolder,
  index: number,
  { converted, ...rest }: NonNullable<Photo['result']>,
): Promise<StoredResult> {
  const { blob, others, ...described } = converted;
  for (const [place, each] of [blob, ...others.map((other) => other.blob)].entries()) {
    await folder.write(`result-${index}-${place}`, each);
  }
  return {
    ...rest,
    converted: described,
    others: others.map(({ blob: __, ...other }) => other),
  };
}

/** Rejects when something of it is not there. */
export async function readTable(folder: TableFolder): Promise<Table> {
  const stored = JSON.parse(await (await folder.read(listName)).text()) as StoredTable;
  const toFile = async (name: string, { type, lastModified, name: own }: StoredFile) =>
    new File([await folder.read(name)], own, { type, lastModified });
  const photos: Photo[] = [];
  for (const [index, { file, photo, result }] of stored.photos.entries()) {
    photos.push({
      ...photo,
      file: await toFile(`photo-${index}`, file),
      work: null,
      result: result && (await readResult(folder, index, result)),
    });
  }
  const waiting: File[] = [];
  for (const [index, file] of stored.waiting.entries()) {
    waiting.push(await toFile(`waiting-${index}`, file));
  }
  return { photos, waiting, options: stored.options };
}

async function readResult(
  folder: TableFolder,
  index: number,
  { converted, others, ...rest }: StoredResult,
): Promise<Photo['result']> {
  const blobOf = async (place: number, format: string) =>
    new Blob([await folder.read(`result-${index}-${place}`)], { type: `image/${format}` });
  const read: ConvertResult = {
    ...converted,
    blob: await blobOf(0, converted.format),
    others: [],
  };
  for (const [place, other] of others.entries()) {
    read.others.push({ ...other, blob: await blobOf(place + 1, other.format) });
  }
  return { ...rest, converted: read };
}
