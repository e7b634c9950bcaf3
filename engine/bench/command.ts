/** The command `stillpix` as a whole process, beside native tools on the same files. */
import { execFile } from 'node:child_process';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../corpus/native.ts';
import { projectRoot } from './harness.ts';
import type { Samples } from './samples.ts';
import { Times } from './statistics.ts';

const engine = join(projectRoot, 'engine');
const command = join(engine, 'dist/node/stillpix.js');

/** Builds the package: what is measured is what is published. */
export async function buildCommand(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/package.ts'], { cwd: engine });
}

async function mustRun(name: string, args: string[]): Promise<number> {
  const { ok, milliseconds, stderr } = await run(name, args, { timeoutMs: 600_000 });
  if (!ok) throw new Error(`${name} failed: ${stderr.slice(0, 300)}`);
  return milliseconds;
}

const stillpix = (args: string[]): Promise<number> =>
  mustRun(process.execPath, [command, '--quiet', '--overwrite', ...args]);

/** One photo, from the start of the process to its end. */
export async function timeCommandOnce(samples: Samples, rounds: number): Promise<Times> {
  const times = new Times();
  const { heic, folder } = samples;
  for (let round = 0; round < rounds; round++) {
    times.add('stillpix', await stillpix([heic, '-o', join(folder, 'command.jpg')]));
    const native = ['--quiet', '-q', '92', heic, join(folder, 'native.jpg')];
    times.add('heif-convert', await mustRun('heif-convert', native));
  }
  return times;
}

export interface CommandMemory {
  /** Bytes, the most that the process had resident; null where the system does not tell. */
  peak: number | null;
}

/** The most that a process has had in memory, by Linux's own count; null where there is none. */
async function readPeak(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Asked while it runs: afterwards nobody knows. */
async function runAndWatch(args: string[]): Promise<number | null> {
  const child = execFile(process.execPath, [command, '--quiet', '--overwrite', ...args]);
  let peak: number | null = null;
  const ask = async (): Promise<void> => {
    peak = (await readPeak(child.pid)) ?? peak;
  };
  const timer = setInterval(() => void ask(), 100);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  return peak;
}

/** A folder of copies of one photo, two at a time for heif-convert: on two cores that is all it can do. */
export async function timeCommandMany(
  samples: Samples,
  photos: number,
  rounds: number,
): Promise<{ times: Times } & CommandMemory> {
  const folder = join(samples.folder, 'many');
  const out = join(samples.folder, 'many-out');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await mkdir(out, { recursive: true });
  for (let index = 0; index < photos; index++)
    await link(samples.heic, join(folder, `${index}.heic`));
  const native = `ls "${folder}" | xargs -P2 -I{} heif-convert --quiet -q 92 "${folder}/{}" "${out}/{}.jpg"`;
  const times = new Times();
  try {
    for (let round = 0; round < rounds; round++) {
      times.add('stillpix', await stillpix([folder, '-o', out]));
      times.add('heif-convert, xargs -P2', await mustRun('sh', ['-c', native]));
    }
    return { times, peak: await runAndWatch([folder, '-o', out]) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(out, { recursive: true, force: true });
  }
}
