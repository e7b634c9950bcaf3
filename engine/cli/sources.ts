import { existsSync, lstatSync, type Dir, type Stats } from 'node:fs';
import { glob, opendir, stat } from 'node:fs/promises';
import {
  basename,
  dirname,
  extname,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep,
} from 'node:path';
import { createInterface } from 'node:readline';
import { inputExtensions, outputExtensions } from '../src/extensions.ts';
import { openFile } from '../src/node/open-file.ts';
import type { Shard } from './amounts.ts';
import { isInShard } from './shard.ts';

/** A photo to convert. */
export interface Source {
  /** `-` for standard input. */
  path: string;
  /** Where it lies inside the folder that was named, its own name included; the result lies there too. */
  name: string;
  /** Extensions of photos beside it that are called like it otherwise, of all that make a difference. */
  namesakes?: readonly string[];
  /** It is a folder, a list or a pattern that gives no photos, and this is why. */
  unreadable?: unknown;
}

/**
 * What of a folder is taken, what has the first claim on a name first: no drawings, which only browsers draw. Files
 * that are named are taken whatever they are called.
 */
const extensions = Object.values({ ...inputExtensions, svg: [] })
  .flat()
  .map((extension) => `.${extension}`);

export function isPictureName(name: string): boolean {
  return extensions.includes(extname(name).toLowerCase()) && !basename(name).startsWith('.');
}

/** What of these may be a result. */
const resultExtensions = Object.values(outputExtensions).map((extension) => `.${extension}`);

/** As cameras and people write an extension. */
function spellingsOf(extension: string): string[] {
  const capital = `.${extension.charAt(1).toUpperCase()}${extension.slice(2)}`;
  return [extension, extension.toUpperCase(), capital];
}

/** Of a link its own; `undefined` for what is not there, or may not be looked at. */
function inodeOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}

/**
 * Photos that may want the name of this one's result, or have this one for theirs. Looked up in the folder, so
 * that every shard, and every run, decides alike.
 */
function namesakesOf(path: string): string[] {
  const { dir, name, ext } = parse(path);
  const own = ext.toLowerCase();
  const others = extensions.filter(
    (other) => other === own || claimsBefore(other, own) || resultExtensions.includes(own),
  );
  const found = others.flatMap((other) => {
    // Where case makes no difference, every spelling leads to one file.
    const inodes = new Set(other === own ? [inodeOf(path)] : []);
    return spellingsOf(other).filter((spelling) => {
      const inode = inodeOf(join(dir, `${name}${spelling}`));
      const isNew = inode !== undefined && !inodes.has(inode);
      inodes.add(inode);
      return isNew;
    });
  });
  // `a.png.jpg` beside `a.png` is called like what that one becomes beside `a.heic`.
  return isPictureName(name) && existsSync(join(dir, name)) ? ['', ...found] : found;
}

/** Whether photos of one extension have the plain name before those of another. */
export function claimsBefore(extension: string, other: string): boolean {
  const at = extensions.indexOf(other.toLowerCase());
  const before = extensions.indexOf(extension.toLowerCase());
  // In any other case it has the plain name after the usual one.
  return at === -1 || before < at || (before === at && extension > other);
}

/** A photo that was found in a folder, or named. */
export function foundAt(path: string, name: string): Source {
  const namesakes = namesakesOf(path);
  return { path, name, ...(namesakes.length > 0 && { namesakes }) };
}

/**
 * Of what is found only files are photos: a pipe would keep all others waiting. What cannot be looked at is
 * told when it is read.
 */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => true,
  );
}

export interface Listing {
  inputs: readonly string[];
  /** A file with one path a line, or `-`. */
  filesFrom: string | undefined;
  recursive: boolean;
  shard: Shard | undefined;
  /** A folder whose files are results, where it lies inside a folder that is listed. */
  outputFolder: string | null;
  /** Ends the list, which may come from a pipe that gives nothing. */
  signal: AbortSignal;
}

async function* listFolder(
  folder: string,
  inside: string,
  listing: Listing,
): AsyncGenerator<Source> {
  let entries: Dir;
  try {
    entries = await opendir(folder);
  } catch (error) {
    yield { path: folder, name: inside === '' ? basename(folder) : inside, unreadable: error };
    return;
  }
  // A few names at a time: a folder may hold a hundred thousand.
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const name = join(inside, entry.name);
    if (entry.isDirectory()) {
      const skipped = entry.name.startsWith('.') || resolve(path) === listing.outputFolder;
      if (listing.recursive && !skipped) yield* listFolder(path, name, listing);
    } else if (isPictureName(entry.name) && (entry.isFile() || (await isFile(path))))
      yield foundAt(path, name);
  }
}

const hasWildcard = (text: string): boolean => /[*?[\]{}]/.test(text);

/** Whether an input is looked for as a pattern, and not the name of what is there. */
export function isPattern(input: string, found: Stats | null): boolean {
  return found === null && hasWildcard(input);
}

/** Whether what lies in a folder, or behind a pattern's root, is a result and no photo. */
export function isResult(path: string, root: string, outputFolder: string | null): boolean {
  if (outputFolder === null || isInside(resolve(root), outputFolder)) return false;
  return isInside(resolve(path), outputFolder);
}

/** The part of a pattern before its first wildcard: results keep the folders behind it. */
function rootOf(pattern: string): string {
  let root = pattern;
  while (hasWildcard(root)) root = dirname(root);
  return root;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** A shell gives a pattern as it is where nothing is called so. */
function noMatch(): Error {
  return Object.assign(new Error('No photo has a name like this.'), { code: 'no-match' });
}

async function* listInput(input: string, listing: Listing): AsyncGenerator<Source> {
  if (input === '-') {
    yield { path: '-', name: '-' };
    return;
  }
  const found = await stat(input).catch(() => null);
  if (found?.isDirectory()) {
    yield* listFolder(normalize(input), '', listing);
    return;
  }
  if (!isPattern(input, found)) {
    yield foundAt(normalize(input), basename(input));
    return;
  }
  const root = rootOf(input);
  let isEmpty = true;
  for await (const path of glob(input)) {
    if (!isPictureName(path) || isResult(path, root, listing.outputFolder)) continue;
    if (!(await isFile(path))) continue;
    isEmpty = false;
    yield foundAt(normalize(path), relative(root, path));
  }
  if (isEmpty) yield { path: input, name: input, unreadable: noMatch() };
}

/** Whether the photos can be counted before they are listed: what comes through a pipe comes once. */
export async function canListTwice({ inputs, filesFrom }: Listing): Promise<boolean> {
  if (inputs.includes('-') || filesFrom === '-') return false;
  if (filesFrom === undefined) return true;
  const found = await stat(filesFrom).catch(() => null);
  return found?.isFile() ?? false;
}

/** Bytes of a list of paths that are read in one go. */
const listPieceBytes = 2 ** 16;

async function* readList(filesFrom: string, signal: AbortSignal): AsyncGenerator<string> {
  const stream = filesFrom === '-' ? process.stdin : await openFile(filesFrom, listPieceBytes);
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity, signal }))
      if (line !== '') yield line;
  } finally {
    stream.destroy();
  }
}

async function* listNamed({ inputs, filesFrom, signal }: Listing): AsyncGenerator<string | Source> {
  yield* inputs;
  if (filesFrom === undefined) return;
  try {
    yield* readList(filesFrom, signal);
  } catch (error) {
    yield { path: filesFrom, name: filesFrom, unreadable: error };
  }
}

/** The photos that were asked for, one after the other and never all in memory. */
export async function* listSources(listing: Listing): AsyncGenerator<Source> {
  const { shard } = listing;
  for await (const input of listNamed(listing)) {
    if (typeof input !== 'string') yield input;
    else
      for await (const source of listInput(input, listing))
        if (!shard || source.unreadable !== undefined || isInShard(source.name, shard))
          yield source;
  }
}
