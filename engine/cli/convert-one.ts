import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ConvertResult } from '../src/options.ts';
import { EngineError, type NodePool } from '../src/node/index.ts';
import type { Outcome } from './outcome.ts';
import type { Settings } from './settings.ts';
import type { Source } from './sources.ts';
import {
  exists,
  suffixesOf,
  targetOf,
  withSuffix,
  writeTarget,
  type Destination,
} from './targets.ts';

export interface Context {
  pool: NodePool;
  settings: Settings;
  destination: Destination;
  signal: AbortSignal;
  /** Names that photos of this run have taken, and by which, as hashes: there may be a hundred thousand. */
  taken: Map<number, number>;
}

type Failed = Extract<Outcome, { status: 'failed' }>;

/** What a system's own words say less clearly. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'There is no permission to read or write this.',
  EROFS: 'Nothing can be written there.',
  ENOSPC: 'The disk is full. Once there is room, the same command goes on.',
  EDQUOT: 'There is no room left for you on this disk. Once there is, the same command goes on.',
  EEXIST: 'A file is in the way of the folder for the result.',
  ENOTDIR: 'A file is in the way of the folder for the result.',
  EISDIR: 'A folder is in the way of the result.',
  ENAMETOOLONG: 'The name of the result is longer than this file system takes.',
  ELOOP: 'Symbolic links lead in a circle.',
  EPIPE: 'Nobody reads standard output any more.',
};

/** What the system said, where the engine was not given a file to read. */
function systemErrorOf(error: unknown): NodeJS.ErrnoException {
  const isFromReading = error instanceof EngineError && error.cause instanceof Error;
  const cause = isFromReading ? (error.cause as NodeJS.ErrnoException) : undefined;
  return cause?.syscall === undefined ? (error as NodeJS.ErrnoException) : cause;
}

function failure(source: string, target: string | null, error: unknown): Failed {
  const { code, syscall } = systemErrorOf(error);
  const told = error instanceof Error ? error.message : String(error);
  const isFolder = code === 'EISDIR' && syscall === 'read';
  // What is no UTF-8 in a name has become this sign, by which nothing is found.
  const isUnreadable = code === 'ENOENT' && source.includes('\ufffd');
  const own = isUnreadable ? 'The name is not in UTF-8. Rename the file.' : null;
  const message = isFolder ? 'This is a folder.' : (own ?? reasons[code ?? ''] ?? told);
  return { source, target, status: 'failed', code: code ?? 'unknown', message };
}

function hashOf(path: string): number {
  return createHash('sha256').update(resolve(path)).digest().readUIntBE(0, 6);
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** A file beside the result. */
interface FileBeside {
  path: string;
  blob: Blob;
  isReplaced: boolean;
}

/** Beside the photo a video of this name may be the camera's own: half of a live photo. */
function mayBeOwn(video: string, source: string): boolean {
  return resolve(dirname(video)) === resolve(dirname(source));
}

function filesBeside(
  source: string,
  target: string,
  { others, video }: ConvertResult,
  { overwrite }: Settings,
): FileBeside[] {
  const suffixes = suffixesOf(others);
  const pictures = others.map(({ blob }, index) => {
    return { path: withSuffix(target, suffixes[index] ?? ''), blob, isReplaced: overwrite };
  });
  if (!video) return pictures;
  const path = withSuffix(target, '', videoExtension(video));
  return [...pictures, { path, blob: video, isReplaced: overwrite && !mayBeOwn(path, source) }];
}

function videoExtension({ type }: Blob): string {
  return type === 'video/quicktime' ? '.mov' : '.mp4';
}

interface Written {
  bytes: number;
  others: string[];
  othersSkipped: string[];
}

/** Writes the result last: whoever sees it knows that everything is there. */
async function writeResult(
  result: ConvertResult,
  target: string,
  beside: readonly FileBeside[],
  { overwrite, keepDate }: Settings,
  found: { atime: Date; mtime: Date } | null,
): Promise<Written | null> {
  const times = (keepDate && found) || undefined;
  const [others, othersSkipped]: [string[], string[]] = [[], []];
  for (const { path, blob, isReplaced } of beside) {
    const isWritten = await writeTarget(path, await bytesOf(blob), {
      overwrite: isReplaced,
      times,
    });
    (isWritten ? others : othersSkipped).push(path);
  }
  const bytes = await bytesOf(result.blob);
  if (!(await writeTarget(target, bytes, { overwrite, times }))) return null;
  return { bytes: bytes.length, others, othersSkipped };
}

/** Takes a name in one step, as other photos are converted at the same time. */
function take(target: string, source: string, taken: Context['taken']): 'taken' | 'same' | 'other' {
  const [hash, by] = [hashOf(target), hashOf(source)];
  const owner = taken.get(hash);
  if (owner !== undefined) return owner === by ? 'same' : 'other';
  taken.set(hash, by);
  return 'taken';
}

/** Takes all names beside a result, or none. */
function takeBeside(
  beside: readonly FileBeside[],
  source: string,
  taken: Context['taken'],
): boolean {
  const by = hashOf(source);
  const hashes = beside.map(({ path }) => hashOf(path));
  if (hashes.some((hash) => (taken.get(hash) ?? by) !== by)) return false;
  for (const hash of hashes) taken.set(hash, by);
  return true;
}

function sameTarget(source: string, target: string, name: string): Failed {
  const message = `Another photo of this run has the same name for ${name}; use another folder.`;
  return { source, target, status: 'failed', code: 'same-target', message };
}

/** Why nothing is to be done about a source, if so. */
async function findReasonToSkip(
  source: Source,
  target: string,
  { settings, taken }: Context,
): Promise<Outcome | null> {
  const base = { source: source.path, target };
  const isItself = resolve(target) === resolve(source.path);
  // Beside a photo of the same name it is that one's result.
  if (isItself && (!settings.overwrite || source.namesakes))
    return { ...base, status: 'skipped', reason: 'same-file' };
  // A photo that is watched may change, and then its result is there.
  const claim = settings.watch ? 'taken' : take(target, source.path, taken);
  if (claim === 'same') return { ...base, status: 'skipped', reason: 'named-twice' };
  if (claim === 'other') return sameTarget(source.path, target, 'its result');
  if (!settings.overwrite && (await exists(target)))
    return { ...base, status: 'skipped', reason: 'is-there' };
  return null;
}

async function convertToStdout(
  source: Source,
  { pool, settings, signal }: Context,
): Promise<Outcome> {
  const input = source.path === '-' ? process.stdin : source.path;
  const result = await pool.convert(input, settings.convert, { signal });
  const bytes = await bytesOf(result.blob);
  await new Promise<void>((done, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : done()));
  });
  return outcomeOf(source, null, result, {
    sourceBytes: 0,
    bytes: bytes.length,
    others: [],
    othersSkipped: [],
  });
}

function outcomeOf(
  { path }: Source,
  target: string | null,
  { width, height, notes, missing, milliseconds }: ConvertResult,
  written: Written & { sourceBytes: number },
): Outcome {
  const measures = { width, height, notes, milliseconds: Math.round(milliseconds) };
  const lacks = missing !== undefined && { missing };
  return { source: path, target, status: 'converted', ...written, ...measures, ...lacks };
}

/** Converts one photo into its file. Never rejects: what went wrong is the outcome. */
export async function convertOne(source: Source, context: Context): Promise<Outcome> {
  const { pool, settings, destination, signal } = context;
  if (source.unreadable !== undefined) return failure(source.path, null, source.unreadable);
  const target =
    destination.kind === 'stdout' ? null : targetOf(source, destination, settings.format);
  try {
    if (target === null) return await convertToStdout(source, context);
    const skipped = await findReasonToSkip(source, target, context);
    if (skipped) return skipped;
    if (settings.dryRun) return { source: source.path, target, status: 'would-convert' };
    const fromStdin = source.path === '-';
    const found = fromStdin ? null : await stat(source.path);
    const input = fromStdin ? process.stdin : source.path;
    const result = await pool.convert(input, settings.convert, { signal });
    // From here on it is a matter of milliseconds, and of one file that is whole.
    const beside = filesBeside(source.path, target, result, settings);
    if (!settings.watch && !takeBeside(beside, source.path, context.taken))
      return sameTarget(source.path, target, 'a file beside its result');
    const files = await writeResult(result, target, beside, settings, found);
    if (!files) return { source: source.path, target, status: 'skipped', reason: 'is-there' };
    return outcomeOf(source, target, result, { sourceBytes: found?.size ?? 0, ...files });
  } catch (error) {
    return failure(source.path, target, error);
  }
}
