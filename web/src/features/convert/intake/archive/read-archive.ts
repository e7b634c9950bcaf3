import { BlobReader, configure } from '@zip.js/zip.js/lib/zip-core-custom.js';
import {
  ERR_BAD_FORMAT,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_EOCDR_NOT_FOUND,
  ERR_SPLIT_ZIP_FILE,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { plainName } from '../../plain-name.ts';
import { findRefusal, isLitter, type Refusal } from '../../accept.ts';

/** Why a file in a ZIP, or the ZIP itself, was refused. Each has its words. */
type ArchiveRefusal =
  /** A file that is encrypted. */
  | 'locked'
  /** A file whose compression is not the usual one. */
  | 'unknown-method'
  /** A file whose data are not what the ZIP says of them. */
  | 'damaged'
  /** A ZIP with nothing in it that is a file. */
  | 'nothing-inside'
  | 'no-archive'
  | 'cut-off'
  /** A ZIP whose list of files cannot be read, or not to its end. */
  | 'damaged-list'
  /** One of several files that make up a ZIP. */
  | 'split'
  | 'unreadable'
  /** A ZIP with more than `maxArchiveEntries`. */
  | 'too-many'
  /** A ZIP whose files have more than `maxInflatedBytes`. */
  | 'too-much';

export type FoundInArchive = File | { name: string; refusal: Refusal | ArchiveRefusal };

/** As many as are taken of a folder. */
export const maxArchiveEntries = 2000;

/** Photos that are inflated are in the browser's memory, or on its disk, until they are removed. */
export const maxInflatedBytes = 1024 ** 3;

/** A list of 2,000 files with long names has half a megabyte. */
const maxDirectoryBytes = 16 * 1024 ** 2;

configure({
  // We are in a worker already, and the page's security policy allows no others.
  useWebWorkers: false,
  // A browser inflates a chunk as a whole, to 1,032 times its size at most.
  chunkSize: 64 * 1024,
});

/** What may still be inflated, of all ZIPs that came together. */
interface Allowance {
  inflatedBytes: number;
}

interface ReadOptions {
  allowance?: Allowance;
  onProgress?: (done: number, total: number) => void;
}

/**
 * The photos in a ZIP, in its order, and what is refused. Reads only what it needs: stored photos
 * are parts of the ZIP, compressed ones are inflated one after the other. Says nothing of litter
 * and folders, and never rejects.
 */
export async function readArchive(
  zip: File,
  { allowance = { inflatedBytes: maxInflatedBytes }, onProgress = () => {} }: ReadOptions = {},
): Promise<FoundInArchive[]> {
  const { entries, trouble } = await listEntries(zip);
  const found: FoundInArchive[] = [];
  let isOver = false;
  for (const [index, entry] of entries.entries()) {
    onProgress(index, entries.length);
    const taken = await takeOut(zip, entry, allowance);
    if (taken === 'too-much') isOver = true;
    else found.push(taken);
  }
  if (trouble !== null) found.push({ name: zip.name, refusal: trouble });
  if (isOver) found.push({ name: zip.name, refusal: 'too-much' });
  if (found.length === 0) found.push({ name: zip.name, refusal: 'nothing-inside' });
  return found;
}

class DirectoryReader extends BlobReader {
  /** Of the file's own structures. Data of entries are streamed. */
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > maxDirectoryBytes) throw new Error('The list of files is too long');
    return super.readUint8Array(offset, length);
  }
}

interface Listed {
  entries: FileEntry[];
  trouble: ArchiveRefusal | null;
}

/** All that is listed before the list ends or cannot be read any more. */
async function listEntries(zip: File): Promise<Listed> {
  const entries: FileEntry[] = [];
  const reader = new ZipReader(new DirectoryReader(zip), {
    // Nothing is written under these names, and of ambiguous ZIPs what can be read is welcome.
    strictness: 'tolerant',
    maxAppendedDataSize: 2 ** 16,
    checkCrc32: true,
    checkOverlappingEntry: true,
  });
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || isLitter(baseName(entry.filename))) continue;
      if (entries.length === maxArchiveEntries) return { entries, trouble: 'too-many' };
      entries.push(entry);
    }
    return { entries, trouble: null };
  } catch (thrown) {
    return { entries, trouble: await explainList(zip, entries.length > 0, thrown) };
  }
}

async function explainList(zip: File, hasSome: boolean, thrown: unknown): Promise<ArchiveRefusal> {
  if (isUnreadable(thrown)) return 'unreadable';
  const { message } = thrown as Error;
  if (message === ERR_ENCRYPTED_CENTRAL_DIRECTORY) return 'locked';
  if (message === ERR_SPLIT_ZIP_FILE) return 'split';
  if (hasSome) return 'damaged-list';
  const start = new Uint8Array(await zip.slice(0, 4).arrayBuffer());
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  if (!isZip) return 'no-archive';
  // The list is at the end.
  return message === ERR_EOCDR_NOT_FOUND || message === ERR_BAD_FORMAT ? 'cut-off' : 'damaged-list';
}

/** The file is gone or was changed since it was chosen. */
function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof DOMException && /^Not(?:Readable|Found)Error$/.test(thrown.name);
}

const stored = 0;
const deflated = 8;

async function takeOut(
  zip: File,
  entry: FileEntry,
  allowance: Allowance,
): Promise<FoundInArchive | 'too-much'> {
  const name = baseName(entry.filename);
  const refusal = findRefusal({ name, size: entry.uncompressedSize, type: '' });
  if (refusal !== null) return { name, refusal };
  if (entry.encrypted) return { name, refusal: 'locked' };
  const isStored = entry.compressionMethod === stored;
  if (!isStored && entry.compressionMethod !== deflated) return { name, refusal: 'unknown-method' };
  if (!isStored && entry.uncompressedSize > allowance.inflatedBytes) return 'too-much';
  // In advance, so that what turns out to be damaged counts, too. It never becomes more than listed.
  if (!isStored) allowance.inflatedBytes -= entry.uncompressedSize;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const collect = (part: Uint8Array<ArrayBuffer>) => void parts.push(part);
  try {
    // A stored file is read only to compare its checksum.
    await entry.getData(new WritableStream(isStored ? {} : { write: collect }));
  } catch (thrown) {
    return { name, refusal: isUnreadable(thrown) ? 'unreadable' : 'damaged' };
  }
  const start = entry.localDirectory?.dataOffset ?? 0;
  const content = isStored ? [zip.slice(start, start + entry.compressedSize)] : parts;
  return new File(content, name, { lastModified: entry.lastModDate.getTime() });
}

/** Some programs write paths as Windows does. */
function baseName(path: string): string {
  return plainName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
}
