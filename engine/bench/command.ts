/** The command `stillpix` as a whole process, beside native tools and Node's packages on the same files. */
import { spawn } from 'node:child_process';
import { copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../corpus/native.ts';
import { buildForTest } from '../scripts/package/build-for-test.ts';
import type { Samples } from './samples.ts';
import { Times } from './statistics.ts';

/** The command as it is published. */
export interface BuiltCommand {
  path: string;
  remove(): Promise<void>;
}

export async function buildCommand(): Promise<BuiltCommand> {
  const built = await buildForTest('bench');
  return { path: join(built.folder, 'node/stillpix.js'), remove: () => built.remove() };
}

async function mustRun(name: string, args: string[]): Promise<number> {
  const { ok, milliseconds, stderr } = await run(name, args, { timeoutMs: 600_000 });
  if (!ok) throw new Error(`${name} failed: ${stderr.slice(0, 300)}`);
  return milliseconds;
}

const stillpix = ({ path }: BuiltCommand, args: string[]): Promise<number> =>
  mustRun(process.execPath, [path, '--quiet', '--overwrite', ...args]);

/** A program of Node's that is given files to convert, and where to. */
const nodeProgram = (name: string, args: string[]): Promise<number> =>
  mustRun(process.execPath, [join(import.meta.dirname, 'peers', name), ...args]);

/** One photo, from the start of the process to its end. */
export async function timeCommandOnce(
  command: BuiltCommand,
  samples: Samples,
  rounds: number,
): Promise<Times> {
  const times = new Times();
  const { heic, folder } = samples;
  for (let round = 0; round < rounds; round++) {
    times.add('stillpix', await stillpix(command, [heic, '-o', join(folder, 'command.jpg')]));
    const native = ['--quiet', '-q', '92', heic, join(folder, 'native.jpg')];
    times.add('heif-convert', await mustRun('heif-convert', native));
  }
  return times;
}

/** The most that a process has had in memory, by Linux's own count; null where there is none. */
async function readPeak(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Bytes that the command has resident at most. Asked while it runs: afterwards nobody knows. */
async function watchPeak({ path }: BuiltCommand, args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [path, '--quiet', '--overwrite', ...args], {
    stdio: 'ignore',
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<null>();
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve(null);
    else reject(new Error(`stillpix ended with ${code}`));
  });
  let peak: number | null = null;
  for (let running = true; running;) {
    running = await Promise.race([ended.then(() => false), wait(50, true)]);
    peak = (await readPeak(child.pid)) ?? peak;
  }
  return peak;
}

/** A folder of one picture under many names, and one for results, while something is done with them. */
async function withCopies<T>(
  { folder: root }: Samples,
  picture: string,
  count: number,
  use: (folder: string, out: string) => Promise<T>,
): Promise<T> {
  const [folder, out] = [join(root, 'many'), join(root, 'many-out')];
  const clear = (): Promise<unknown> =>
    Promise.all([folder, out].map((each) => rm(each, { recursive: true, force: true })));
  await clear();
  await Promise.all([folder, out].map((each) => mkdir(each, { recursive: true })));
  try {
    const first = join(folder, `0${extname(picture)}`);
    await copyFile(picture, first);
    for (let index = 1; index < count; index++)
      await link(first, join(folder, `${index}${extname(picture)}`));
    return await use(folder, out);
  } finally {
    await clear();
  }
}

/** Many photos, two at a time for heif-convert: on two cores that is all it can do. */
export function timeCommandMany(
  command: BuiltCommand,
  samples: Samples,
  photos: number,
  rounds: number,
): Promise<Times> {
  return withCopies(samples, samples.heic, photos, async (folder, out) => {
    const native = `ls "${folder}" | xargs -P2 -I{} heif-convert --quiet -q 92 "${folder}/{}" "${out}/{}.jpg"`;
    const times = new Times();
    for (let round = 0; round < rounds; round++) {
      times.add('stillpix', await stillpix(command, [folder, '-o', out]));
      times.add('heif-convert, xargs -P2', await mustRun('sh', ['-c', native]));
    }
    return times;
  });
}

/** What the command has in memory at most while it converts many photos. */
export function measureCommandPeak(
  command: BuiltCommand,
  samples: Samples,
  photos: number,
): Promise<number | null> {
  return withCopies(samples, samples.heic, photos, (folder, out) =>
    watchPeak(command, [folder, '-o', out]),
  );
}

/** The same photos through heic-convert in one process of Node, one after the other as its pages show it. */
export function timeHeicConvert(
  command: BuiltCommand,
  samples: Samples,
  photos: number,
): Promise<Times> {
  return withCopies(samples, samples.heic, photos, async (folder, out) => {
    const times = new Times();
    times.add('stillpix', await stillpix(command, [folder, '-o', out]));
    times.add('heic-convert', await nodeProgram('heic-convert.ts', [folder, out]));
    return times;
  });
}

/** For how many milliseconds the event loop of a program was away at most, by the file it converted. */
export async function measureEventLoop(
  { path }: BuiltCommand,
  { heic, jpeg, png, large }: Samples,
): Promise<Record<string, number>> {
  const files = [heic, jpeg, png, ...(large ? [large] : [])];
  const program = join(import.meta.dirname, 'peers', 'event-loop.ts');
  const index = join(dirname(path), 'index.js');
  const args = [program, index, ...files];
  const { ok, stdout, stderr } = await run(process.execPath, args, { timeoutMs: 600_000 });
  if (!ok) throw new Error(`event-loop.ts failed: ${stderr.slice(0, 300)}`);
  const longest = JSON.parse(stdout.toString()) as Record<string, number>;
  return Object.fromEntries(Object.entries(longest).map(([file, max]) => [basename(file), max]));
}

/** Other formats, beside sharp with its own threads and its metadata kept. */
export function timeSharp(
  command: BuiltCommand,
  samples: Samples,
  picture: string,
  photos: number,
  rounds: number,
): Promise<Times> {
  return withCopies(samples, picture, photos, async (folder, out) => {
    const times = new Times();
    for (let round = 0; round < rounds; round++) {
      times.add('stillpix', await stillpix(command, [folder, '-o', out]));
      times.add('sharp', await nodeProgram('sharp.ts', [folder, out]));
    }
    return times;
  });
}

/** What the command has in memory at most when it only looks through a folder of so many names. */
export async function measureNames(
  command: BuiltCommand,
  { folder: root }: Samples,
  names: number,
): Promise<number | null> {
  const folder = join(root, 'names');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    for (let index = 0; index < names; index++)
      await writeFile(join(folder, `IMG_${String(index).padStart(6, '0')}.heic`), '');
    return await watchPeak(command, [folder, '--dry-run', '-o', join(root, 'names-out')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
