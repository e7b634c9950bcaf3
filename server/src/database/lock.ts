import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';

  constructor(directory: string) {
    super(
      `Another process is using the embedded database in ${directory}. Stop it first, or give this ` +
        `one another DATA_DIR; for several processes on one database set DATABASE_URL.`,
    );
  }
}

/**
 * Holds a directory for this process. The embedded database needs it: two processes on one
 * directory lose data without a word. Resolves to the release, rejects with `DirectoryInUse`.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  // An abstract socket vanishes with its process, also after kill -9. Only Linux has them.
  return process.platform === 'linux' ? lockBySocket(directory) : lockByPidFile(directory);
}

async function lockBySocket(directory: string): Promise<() => Promise<void>> {
  // By what the folder is, not by its path: that differs between mounts, and is the same in containers
  // that share a network.
  const { dev, ino } = statSync(directory, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new DirectoryInUse(directory) : error);
    });
    server.listen(`\0stillpix-data-${dev}-${ino}`, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Exported for its test: it is not this platform's way everywhere. */
export async function lockByPidFile(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'server.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return async () => rmSync(path, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (isRunning(Number(readFileSync(path, 'utf8')))) throw new DirectoryInUse(directory);
      rmSync(path, { force: true });
    }
  }
  throw new DirectoryInUse(directory);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
