// Keeps two starts, or a start and a test, from installing or building over each other.
import { statSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Does `work` unless it `isDone`, and never while another process does such work in this folder.
 * @param {string} folder
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 */
export async function doOnce(folder, isDone, work) {
  if (isDone()) return;
  const release = await lockSetup(folder);
  try {
    if (!isDone()) await work();
  } finally {
    release();
  }
}

/**
 * Waits until no other process sets up this folder.
 * @param {string} folder
 * @returns {Promise<() => void>} lets the next one in
 */
async function lockSetup(folder) {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `stillpix-setup-${dev}-${ino}`;
  // Names that vanish with the process that holds them, also after kill -9. Elsewhere there are none.
  const addresses = new Map([
    ['linux', `\0${name}`],
    ['win32', `\\\\.\\pipe\\${name}`],
  ]);
  const address = addresses.get(process.platform);
  if (address === undefined) return () => {};
  for (let attempt = 0; ; attempt++) {
    const server = createServer();
    const isTaken = await new Promise((resolve) => {
      server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'));
      server.listen(address, () => resolve(false));
    });
    if (!isTaken) return () => void server.close();
    if (attempt === 0) console.log('Another process is installing or building here; waiting …');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
