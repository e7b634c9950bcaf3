import { spawn } from 'node:child_process';

export interface Run {
  ok: boolean;
  stdout: Buffer;
  stderr: string;
  /** Wall time in milliseconds. */
  milliseconds: number;
}

/** Runs a native tool without a shell. It never throws: a missing or failing tool is `ok: false`. */
export function run(
  command: string,
  args: string[],
  options: { input?: Uint8Array; timeoutMs?: number } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { timeout: options.timeoutMs ?? 120_000 });
    const stdout: Buffer[] = [];
    let stderr = '';
    let settled = false;
    const settle = (ok: boolean) => {
      if (settled) return;
      settled = true;
      const milliseconds = performance.now() - started;
      resolve({ ok, stdout: Buffer.concat(stdout), stderr, milliseconds });
    };
    child.on('error', (error) => {
      stderr += error.message;
      settle(false);
    });
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
    child.on('close', (code) => settle(code === 0));
    // A tool that stops reading early closes its end of the pipe: that is its own answer, not ours.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
  });
}

/** Whether a native tool is installed. */
export async function hasTool(command: string): Promise<boolean> {
  const { stderr } = await run(command, ['-h'], { timeoutMs: 10_000 });
  return !stderr.includes('ENOENT');
}
