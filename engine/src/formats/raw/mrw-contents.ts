import { textAt, u32At } from '../../bytes/file-parts.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { EngineError } from '../../errors.ts';
import type { RawContents } from './contents.ts';
import { readTiffContents } from './tiff-contents.ts';

/** Size of the file's mark and size field, and of each block's. */
const headerBytes = 8;

/** A camera's file has four blocks before its samples. */
const maxBlocks = 100;

/** Reads Minolta's MRW. One of its blocks is a TIFF structure with the camera's metadata. */
export function readMrwContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  let at = headerBytes;
  for (let count = 0; count < maxBlocks && at + headerBytes <= bytes.length; count++) {
    onRead(at, at + headerBytes);
    const start = at + headerBytes;
    if (textAt(bytes, at) === '\0TTW') {
      const contents = readTiffContents(bytes.subarray(start), (from, to) =>
        onRead(start + from, start + to),
      );
      const moved = contents.jpegs.map((jpeg) => ({
        start: start + jpeg.start,
        end: start + jpeg.end,
      }));
      const samples = new Set([...contents.samples].map((sample) => start + sample));
      return { ...contents, jpegs: moved, samples };
    }
    at = start + u32At(bytes, at + 4);
  }
  throw new EngineError('corrupt-file', 'MRW: no block of notes');
}
