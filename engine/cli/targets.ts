import { link, open, opendir, rename, stat, unlink, utimes, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { inputExtensions, outputExtensions } from '../src/extensions.ts';
import type { ConvertedPicture, OutputFormat } from '../src/options.ts';
import { formatOfName, UsageError, type Settings } from './settings.ts';
import { claimsBefore, isPattern, type Source } from './sources.ts';

/** Where results go: beside the photos, into a folder, into one file, or to standard output. */
export type Destination =
  | { kind: 'beside' }
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string }
  | { kind: 'stdout' };

/** Names of files that this command does not write; what else has a dot may be a folder. */
const foreignName = new RegExp(
  `\\.(?:${Object.values(inputExtensions).flat().join('|')}|pdf|jp2)$`,
  'i',
);

function requireFormatOfName(output: string, format: OutputFormat): void {
  if (formatOfName(output) === format) return;
  const to = format === 'jpeg' ? 'jpg' : format;
  throw new UsageError(
    `-o ${output} --to ${to}: the name and the option ask for different formats.`,
  );
}

function requireOwnName(output: string): void {
  if (formatOfName(output) !== undefined || !foreignName.test(output)) return;
  const folder = `${output}/ for a folder`;
  throw new UsageError(`-o ${output}: name a .jpg, .png or .webp, or ${folder}.`);
}

/**
 * Reads `--output`: a folder where there is one, where the name ends like one or has no extension of ours. Throws
 * UsageError for a name that one photo's result cannot have.
 */
export async function readDestination({
  output,
  inputs,
  filesFrom,
  format,
}: Pick<Settings, 'output' | 'inputs' | 'filesFrom' | 'format'>): Promise<Destination> {
  if (output === '-' || (output === undefined && inputs.length === 1 && inputs[0] === '-'))
    return { kind: 'stdout' };
  if (output === undefined) return { kind: 'beside' };
  const [first = ''] = inputs;
  const found = await stat(first).catch(() => null);
  const isFolder = (await stat(output).catch(() => null))?.isDirectory() === true;
  const isNamed = inputs.length === 1 && filesFrom === undefined;
  const isOne = isNamed && !isPattern(first, found) && found?.isDirectory() !== true;
  if (!isOne || isFolder || output.endsWith('/') || output.endsWith(sep))
    return { kind: 'folder', path: output };
  requireOwnName(output);
  if (formatOfName(output) === undefined) return { kind: 'folder', path: output };
  requireFormatOfName(output, format);
  return { kind: 'file', path: output };
}

/** The path of a source's result. */
export function targetOf(
  { path, name, namesakes = [] }: Source,
  destination: Destination,
  format: OutputFormat,
): string {
  if (destination.kind === 'file') return destination.path;
  const isBeside =
    destination.kind !== 'folder' ||
    resolve(destination.path, dirname(name)) === resolve(dirname(path));
  const { dir, name: stem, ext } = parse(destination.kind === 'folder' ? name : path);
  const own = `.${outputExtensions[format]}`;
  // Beside the photos, one of the result's own format is itself such a result, perhaps.
  const isPerhapsResult = (extension: string): boolean => isBeside && extension === own;
  const claims = namesakes.filter((other) => claimsBefore(other, ext) && !isPerhapsResult(other));
  const kept = claims.length > 0 && !isPerhapsResult(ext.toLowerCase());
  const file = `${stem === '-' ? 'stdin' : stem}${kept ? ext : ''}${own}`;
  return destination.kind === 'folder' ? join(destination.path, dir, file) : join(dir, file);
}

/** `holiday.jpg` with `-2` before its extension. */
export function withSuffix(target: string, suffix: string, extension?: string): string {
  const { dir, name, ext } = parse(target);
  return join(dir, `${name}${suffix}${extension ?? ext}`);
}

/** What distinguishes the names of a file's further pictures: what they are, or a number from 2 on. */
export function suffixesOf(others: readonly Pick<ConvertedPicture, 'role'>[]): string[] {
  const counts = new Map<string, number>();
  return others.map(({ role }, index) => {
    if (role === 'further') return `-${index + 2}`;
    const count = (counts.get(role) ?? 0) + 1;
    counts.set(role, count);
    return count === 1 ? `-${role}` : `-${role}-${count}`;
  });
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const partMark = '.stillpix-part';

let lastPart = 0;

/** Bytes of the target's name that a part's own begins with. */
const maxNamePart = 100;

/** Never the same twice; says who writes it, so that others know when nobody does any more. */
function partOf(target: string): string {
  lastPart += 1;
  const host = hostname().replaceAll(/[^\w-]/g, '_');
  const writer = `${lastPart}.${host}.${process.pid}`;
  // The target's name may be as long as a file system takes.
  const name = Buffer.from(basename(target)).subarray(0, maxNamePart).toString('latin1');
  return join(dirname(target), `.${name.replaceAll(/[^\x20-\x7e]/g, '_')}.${writer}${partMark}`);
}

/** What another machine has not touched for so long was left behind. */
const abandonedMs = 3_600_000;

function isAlive(pid: number): boolean {
  // In containers started one after the other, all processes may have the same number.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names of what this process is writing: a folder that was removed is prepared again beside them. */
const ownParts = new Set<string>();

/** Removes what processes that were killed left half-written in a folder. */
async function removeAbandoned(folder: string): Promise<void> {
  const host = hostname().replaceAll(/[^\w-]/g, '_');
  for await (const { name } of await opendir(folder)) {
    if (!name.startsWith('.') || !name.endsWith(partMark) || ownParts.has(name)) continue;
    const [, writer, pid] = /\.([\w-]+)\.(\d+)\.stillpix-part$/.exec(name) ?? [];
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    const old = found !== null && Date.now() - found.mtimeMs > abandonedMs;
    if (old || (writer === host && !isAlive(Number(pid)))) await unlink(path).catch(() => {});
  }
}

/** Folders of this run that are there, and free of what others left. */
const prepared = new Map<string, Promise<void>>();

async function prepareFolder(folder: string): Promise<void> {
  let ready = prepared.get(folder);
  if (!ready) {
    ready = mkdir(folder, { recursive: true }).then(() => removeAbandoned(folder));
    prepared.set(folder, ready);
    ready.catch(() => prepared.delete(folder));
  }
  return ready;
}

/** File systems without hard links say one of these: exFAT, mounted buckets. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EMLINK']);

/** Puts a written file in its place, at once and whole; `false` when something is there already. */
async function putInPlace(part: string, target: string, overwrite: boolean): Promise<boolean> {
  if (overwrite) {
    await rename(part, target);
    return true;
  }
  try {
    // Unlike renaming, linking never replaces.
    await link(part, target);
    await unlink(part);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!noLinks.has(code)) throw error;
  }
  if (await exists(target)) return false;
  await rename(part, target);
  return true;
}

export interface WriteOptions {
  overwrite: boolean;
  /** The times that the file gets. */
  times?: { atime: Date; mtime: Date } | undefined;
}

async function writePart(
  target: string,
  bytes: Uint8Array,
  { overwrite, times }: WriteOptions,
): Promise<boolean> {
  await prepareFolder(dirname(target));
  const part = partOf(target);
  ownParts.add(basename(part));
  try {
    const file = await open(part, 'w');
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    if (times) await utimes(part, times.atime, times.mtime);
    if (await putInPlace(part, target, overwrite)) return true;
    await unlink(part);
    return false;
  } catch (error) {
    await unlink(part).catch(() => {});
    throw error;
  } finally {
    ownParts.delete(basename(part));
  }
}

/** Says of what has no folder that the photo is not what is missing. */
function withoutFolder(target: string, cause: unknown): Error {
  const message = `The folder ${dirname(target)} cannot be made, or is removed all the time.`;
  return Object.assign(new Error(message, { cause }), { code: 'no-folder' });
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Writes a file under another name first, so that it is there whole or not at all. `false` when something
 * is there already that must not be replaced. A folder that was removed meanwhile is made again, once.
 */
export async function writeTarget(
  target: string,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<boolean> {
  try {
    return await writePart(target, bytes, options);
  } catch (error) {
    if (!isMissing(error)) throw error;
    prepared.delete(dirname(target));
  }
  try {
    return await writePart(target, bytes, options);
  } catch (error) {
    throw isMissing(error) ? withoutFolder(target, error) : error;
  }
}
