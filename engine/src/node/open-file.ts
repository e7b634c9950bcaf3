import { constants, createReadStream, fstat, open } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const openDescriptor = promisify(open);
const statDescriptor = promisify(fstat);

/**
 * Where pipes with a name can be opened without waiting for who writes to them. One of Node's threads that
 * waits can be ended by nothing, so neither could the process. On macOS nobody is told of their end then.
 */
const opensPipes = process.platform === 'linux';

/** Opens a file, or a pipe with a name, which is read in pieces of at most so many bytes. */
export async function openFile(path: string | URL, pieceBytes: number): Promise<Readable> {
  const { O_RDONLY, O_NONBLOCK } = constants;
  const fd = await openDescriptor(path, opensPipes ? O_RDONLY | O_NONBLOCK : O_RDONLY);
  const found = await statDescriptor(fd);
  if (opensPipes && found.isFIFO()) return new Socket({ fd, readable: true, writable: false });
  return createReadStream('', { fd, highWaterMark: pieceBytes });
}
