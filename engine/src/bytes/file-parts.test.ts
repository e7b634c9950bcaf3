import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inspectFile } from '../convert/inspect.ts';
import { readThumbnail } from '../convert/thumbnail.ts';
import { fixture } from '../../testing/pictures.ts';
import { FileParts, firstBytes } from './file-parts.ts';

/** A file that notes which of its bytes are asked for. */
class WatchedFile extends Blob {
  readonly asked: [start: number, bytes: number][] = [];

  override slice(start = 0, end = this.size): Blob {
    const part = super.slice(start, end);
    this.asked.push([start, part.size]);
    return part;
  }
}

const numbers = Uint8Array.from({ length: 3 * firstBytes }, (_, at) => (at * 7) % 251);

test('asks once for all parts at the start', async () => {
  const file = new WatchedFile([numbers]);
  const parts = new FileParts(file);
  const [first, second] = await Promise.all([parts.read(0, 20), parts.read(5000, 6000)]);
  expect(first).toEqual(numbers.slice(0, 20));
  expect(second).toEqual(numbers.slice(5000, 6000));
  expect(await parts.read(0, firstBytes)).toEqual(numbers.slice(0, firstBytes));
  expect(file.asked).toEqual([[0, firstBytes]]);
});

test('asks for no more than a part that ends behind it', async () => {
  const file = new WatchedFile([numbers]);
  const parts = new FileParts(file);
  const [start, end] = [firstBytes - 5, firstBytes + 5];
  expect(await parts.read(start, end)).toEqual(numbers.slice(start, end));
  expect(await parts.read(2 * firstBytes, 4 * firstBytes)).toEqual(numbers.slice(2 * firstBytes));
  expect(file.asked).toEqual([
    [start, 10],
    [2 * firstBytes, firstBytes],
  ]);
});

test('ends where the file ends, and gives each reader bytes of its own', async () => {
  const parts = new FileParts(new Blob([numbers.slice(0, 100)]));
  expect(await parts.read(90, 200)).toEqual(numbers.slice(90, 100));
  expect(await parts.read(200, 300)).toHaveLength(0);
  const own = await parts.read(95, 98);
  own.fill(0);
  expect(await parts.read(95, 98)).toEqual(numbers.slice(95, 98));
});

test('one question is enough for the header of a small file', async () => {
  const file = new WatchedFile([await fixture('grid.heic')]);
  await inspectFile(file, 'grid.heic');
  expect(file.asked).toHaveLength(1);
});

const photo = new URL('../../../../shared/corpus/phone/iphone-12mp-grid.heic', import.meta.url);

test.skipIf(!existsSync(photo))('and for that of a photo with its small picture', async () => {
  const file = new WatchedFile([new Uint8Array(await readFile(photo))]);
  expect(await readThumbnail(file)).not.toBeNull();
  expect(file.asked).toEqual([[0, firstBytes]]);
});
