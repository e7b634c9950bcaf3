import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  pid: number;
  /** Everything it has written to stdout and stderr. */
  output(): string;
  /** Sends a signal and resolves with the exit code once it is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the real server on a free port of the loopback interface and waits until it is ready.
 * `wrapper` is a command that starts it, such as `unshare --net`.
 */
export async function startServer(
  environment: Record<string, string>,
  { patience = 60_000, wrapper = [] }: { patience?: number; wrapper?: readonly string[] } = {},
): Promise<ServerProcess> {
  const [program, ...args] = [...wrapper, process.execPath, main];
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A run that is broken off must not leave a server behind.
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const written: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const url = await waitForAddress(child, written, patience);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => written.join(''),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

function waitForAddress(child: ChildProcess, written: string[], patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`the server did not start:\n${written.join('')}`));
    };
    const timer = setTimeout(fail, patience);
    child.once('exit', fail);
    child.stdout?.on('data', () => {
      const address = /ready at (http:\S+)/.exec(written.join(''))?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve(address);
    });
  });
}
