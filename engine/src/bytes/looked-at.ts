import { EngineError } from '../errors.ts';
import { maxHeader, type FileParts } from './file-parts.ts';

/** Called before a range of bytes is looked at. */
export type OnRead = (start: number, end: number) => void;

/** Bytes read at a time. Directories and their values are mostly close together. */
const blockBytes = 16 * 1024;

/**
 * Reads only the parts of a file that `look` looks at. They keep their offsets; the rest is zero,
 * and untouched zeros take no memory. For headers scattered over a file, where each part names
 * others: `look` is called until all it sees has been read. Its errors are ignored, because reading
 * the whole file reports damage.
 */
export async function readLookedAt(
  parts: FileParts,
  look: (bytes: Uint8Array<ArrayBuffer>, onRead: OnRead) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.size);
  const blocks = Math.ceil(parts.size / blockBytes);
  const read = new Set<number>();
  for (;;) {
    const missing = new Set<number>();
    const left = Math.floor(maxHeader / blockBytes) - read.size;
    const onRead: OnRead = (start, end) => {
      const last = Math.min(Math.ceil(end / blockBytes), blocks);
      for (let block = Math.floor(start / blockBytes); block < last; block++) {
        if (missing.size >= left) return;
        if (!read.has(block)) missing.add(block);
      }
    };
    try {
      look(bytes, onRead);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
    if (missing.size === 0) return bytes;
    const ordered = [...missing].sort((a, b) => a - b);
    for (const [index, block] of ordered.entries()) {
      read.add(block);
      // Adjacent blocks are read together.
      if (block - 1 === ordered[index - 1]) continue;
      let end = block + 1;
      while (missing.has(end)) end++;
      const start = block * blockBytes;
      bytes.set(await parts.read(start, Math.min(end * blockBytes, parts.size)), start);
    }
  }
}
