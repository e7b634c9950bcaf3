import { expect, test } from 'vitest';
import { EngineError } from '../errors.ts';
import { FileParts } from './file-parts.ts';
import { readLookedAt, type OnRead } from './looked-at.ts';

class WatchedFile extends Blob {
  readonly asked: [start: number, end: number][] = [];

  override slice(start = 0, end = this.size): Blob {
    this.asked.push([start, end]);
    return super.slice(start, end);
  }
}

const size = 2_000_000;

/** Words that name the next one's place, the first at a million; all else is 7. */
function chain(places: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(7);
  const view = new DataView(bytes.buffer);
  const all = [1_000_000, ...places];
  for (const [index, place] of all.entries())
    if (place < size) view.setUint32(place, all[index + 1] ?? 0);
  return bytes;
}

function follow(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): number[] {
  const found: number[] = [];
  for (let at = 1_000_000; at !== 0; at = new DataView(bytes.buffer).getUint32(at)) {
    if (at + 4 > bytes.length) throw new EngineError('corrupt-file', 'outside');
    onRead(at, at + 4);
    found.push(at);
  }
  return found;
}

test('what names other places is followed, and the rest is not read', async () => {
  const file = new WatchedFile([chain([1_800_000, 500_000])]);
  const bytes = await readLookedAt(new FileParts(file), follow);
  expect(bytes.length).toBe(size);
  expect(follow(bytes, () => {})).toEqual([1_000_000, 1_800_000, 500_000]);
  expect(file.asked).toHaveLength(3);
  const read = file.asked.reduce((sum, [start, end]) => sum + end - start, 0);
  expect(read).toBeLessThan(100_000);
});

test('a damaged file is given as far as it was looked at', async () => {
  const bytes = await readLookedAt(new FileParts(new Blob([chain([size + 1])])), follow);
  expect(() => follow(bytes, () => {})).toThrow(/outside/);
});

/** A file that holds nothing of what it says. */
class EndlessFile extends WatchedFile {
  override get size(): number {
    return 35_000_000;
  }

  override slice(start: number, end: number): Blob {
    super.slice(start, end);
    return new Blob([]);
  }
}

test('what takes more than any header is not read on', async () => {
  const file = new EndlessFile([]);
  await readLookedAt(new FileParts(file), (bytes, onRead) => onRead(0, bytes.length));
  const read = file.asked.reduce((sum, [start, end]) => sum + end - start, 0);
  expect(read).toBe(32 * 1024 * 1024);
});

test('faults of the reader itself are not hidden', async () => {
  const read = readLookedAt(new FileParts(new Blob(['abc'])), () => {
    throw new TypeError('a fault');
  });
  await expect(read).rejects.toThrow('a fault');
});
