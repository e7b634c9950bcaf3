import { EngineError } from '../errors.ts';
import { maxHeader, type FileParts } from './file-parts.ts';

/** Hears which bytes are looked at, before they are. */
export type OnRead = (start: number, end: number) => void;

/** Read at a time; directories and their values mostly lie together. */
const blockBytes = 16 * 1024;

/**
 * A file with those of its parts that `look` looks at, all at their places; the rest is zero, and untouched zeros
 * take no memory. For headers that lie in many places, each of which names others: `look` is called until it has seen
 * nothing but what has been read. What it throws of a file that is damaged, the reader of the whole will say.
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
      // Neighbors are read together.
      if (block - 1 === ordered[index - 1]) continue;
      let end = block + 1;
      while (missing.has(end)) end++;
      const start = block * blockBytes;
      bytes.set(await parts.read(start, Math.min(end * blockBytes, parts.size)), start);
    }
  }
}
