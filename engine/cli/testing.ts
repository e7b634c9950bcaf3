/** Runs the command as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** With `null` for its input, standard input stays open and gives nothing. */
export function start(
  args: string[],
  cwd: string,
  input?: Uint8Array | null,
  nodeFlags: string[] = [],
): Started {
  const child = spawn(process.execPath, [...nodeFlags, main, ...args], { cwd });
  // One that hangs must not hang the test that finds it.
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input);
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, stdout: Buffer.concat(stdout), stderr }));
  return { child, ended: promise };
}

export function run(args: string[], cwd: string, input?: Uint8Array): Promise<Ended> {
  return start(args, cwd, input).ended;
}

/** A folder that is gone after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
