// Small files that ask for work out of all proportion: each is refused, or done, at once.
import { describe, expect, test } from 'vitest';
import {
  box,
  bytesOf,
  fullBox,
  gridBody,
  hevcItem,
  type HeifToWrite,
  type ItemToWrite,
  uint,
  writeHeif,
} from '../../testing/heif-writer.ts';
import { primaryItem, readHeif, type HeifFile } from './file.ts';
import { readHeifMetadata } from './metadata.ts';
import { describePicture } from './describe-picture.ts';

const corrupt = expect.objectContaining({ code: 'corrupt-file' });
const tooLarge = expect.objectContaining({ code: 'too-large' });

/** Milliseconds that nothing here may take; without its guard each takes minutes to years. */
const atOnce = 10_000;

function fileOf(file: HeifToWrite): HeifFile {
  return readHeif(writeHeif(file))!;
}

function repeated(id: number, count: number): number[] {
  return Array.from({ length: count }, () => id);
}

/** Overlays of one pixel, each of `count` times the next, and a coded item below them all. */
function nestedOverlays(levels: number, count: number): HeifToWrite {
  const ids = Array.from({ length: levels }, (_, level) => level + 1);
  const body = bytesOf([0, 0], uint(0, 8), uint(1, 2), uint(1, 2), new Uint8Array(4 * count));
  return {
    primary: 1,
    items: [...ids.map((id) => ({ id, type: 'iovl', data: body })), hevcItem(levels + 1, 1, 1)],
    references: ids.map((from) => ({ type: 'dimg', from, to: repeated(from + 1, count) })),
  };
}

/** Items that are each built from `count` pieces of the next, of `pieceLength` bytes. */
function nestedItems(count: number, pieceLength: number): Uint8Array {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8];
  const extent = bytesOf(uint(1, 2), uint(0, 4), uint(pieceLength, 4));
  const iloc = fullBox(
    'iloc',
    1,
    0,
    [0x44, 2],
    uint(ids.length, 2),
    ...ids.map((id) =>
      bytesOf(
        uint(id, 2),
        uint(id === ids.length ? 0 : 2, 2),
        [0, 0],
        uint(count, 2),
        ...Array.from({ length: count }, () => extent),
      ),
    ),
  );
  const infos = ids.map((id) => fullBox('infe', 2, 0, uint(id, 2), [0, 0], 'hvc1', [0]));
  const references = ids
    .slice(1)
    .map((id) => box('iloc', uint(id - 1, 2), uint(1, 2), uint(id, 2)));
  const meta = fullBox(
    'meta',
    0,
    0,
    fullBox('iinf', 0, 0, uint(ids.length, 2), ...infos),
    iloc,
    fullBox('iref', 0, 0, ...references),
  );
  return bytesOf(box('ftyp', 'heic', uint(0, 4), 'mif1'), meta);
}

describe('what asks for work out of proportion is refused or done at once', () => {
  test('builds items of nothing from each other again and again', { timeout: atOnce }, () => {
    const item = readHeif(nestedItems(100, 0))!.items.get(1)!;
    expect(item.data()).toHaveLength(0);
    expect(item.ranges()).toEqual([]);
  });

  test('builds items of single bytes from each other again and again', { timeout: atOnce }, () => {
    const item = readHeif(nestedItems(2000, 1))!.items.get(1)!;
    expect(item.data()).toHaveLength(2000);
  });

  test(
    'refuses thousands of items that are each the whole file in pieces',
    { timeout: atOnce },
    () => {
      const halves = bytesOf(uint(0, 4), uint(100_000, 4), uint(0, 4), uint(100_000, 4));
      const ids = Array.from({ length: 5000 }, (_, index) => index + 1);
      const iloc = fullBox(
        'iloc',
        0,
        0,
        [0x44, 0],
        uint(ids.length, 2),
        ...ids.map((id) => bytesOf(uint(id, 2), [0, 0], uint(2, 2), halves)),
      );
      const infos = ids.map((id) => fullBox('infe', 2, 0, uint(id, 2), [0, 0], 'hvc1', [0]));
      const iinf = fullBox('iinf', 0, 0, uint(ids.length, 2), ...infos);
      const bytes = bytesOf(
        box('ftyp', 'heic', uint(0, 4), 'mif1'),
        fullBox('meta', 0, 0, iinf, iloc),
      );
      const items = [...readHeif(bytes)!.items.values()];
      expect(items[0]!.data()).toHaveLength(200_000);
      expect(() => items.map((item) => item.data())).toThrow(corrupt);
    },
  );

  test('refuses overlays of overlays of overlays', { timeout: atOnce }, () => {
    for (const count of [8, 100, 5000]) {
      const file = fileOf(nestedOverlays(7, count));
      expect(() => describePicture(file, primaryItem(file)), `${count} layers`).toThrow(tooLarge);
    }
  });

  test(
    'refuses an overlay of more layers than a function takes arguments',
    { timeout: atOnce },
    () => {
      const layers = 60_000;
      const body = bytesOf([0, 0], uint(0, 8), uint(8, 2), uint(8, 2), new Uint8Array(16 * layers));
      const file = fileOf({
        primary: 2,
        items: [hevcItem(1, 8, 8), { id: 2, type: 'iovl', data: body }],
        references: Array.from({ length: 4 }, () => ({
          type: 'dimg',
          from: 2,
          to: repeated(1, layers),
        })),
      });
      expect(() => describePicture(file, primaryItem(file))).toThrow(tooLarge);
    },
  );

  test('describes a grid of one item 65,025 times while its data is in proportion', () => {
    const gridOf = (data: Uint8Array): HeifFile =>
      fileOf({
        primary: 2,
        items: [
          hevcItem(1, 64, 64, { data }),
          { id: 2, type: 'grid', data: gridBody(255, 255, 16_320, 16_320) },
        ],
        references: [{ type: 'dimg', from: 2, to: repeated(1, 255 * 255) }],
      });
    const small = gridOf(new Uint8Array(5000));
    expect(describePicture(small, primaryItem(small)).layout).toMatchObject({ rows: 255 });
    const large = gridOf(new Uint8Array(500_000));
    expect(() => describePicture(large, primaryItem(large))).toThrow(corrupt);
  });

  test('describes thousands of pictures made of the same tiles', { timeout: atOnce }, () => {
    const ids = Array.from({ length: 3000 }, (_, index) => index + 3);
    const file = fileOf({
      primary: 2,
      items: [
        hevcItem(1, 64, 64),
        { id: 2, type: 'grid', data: gridBody(255, 255, 16_320, 16_320) },
        ...ids.map((id): ItemToWrite => ({ id, type: 'iden' })),
      ],
      references: [
        { type: 'dimg', from: 2, to: repeated(1, 255 * 255) },
        ...ids.map((from) => ({ type: 'dimg', from, to: [2] })),
      ],
    });
    for (const id of ids) {
      const item = file.items.get(id)!;
      expect(describePicture(file, item).width).toBe(16_320);
      expect(readHeifMetadata(file, item).exif).toBeNull();
    }
  });

  test(
    'looks once at an auxiliary item that is named again and again, and at properties that have an end',
    { timeout: atOnce },
    () => {
      const entry = bytesOf(uint(2, 2), [255], new Uint8Array(255).fill(1));
      const fileWith = (entries: number): Uint8Array => {
        const [size, configuration] = hevcItem(1, 64, 64).properties!;
        const iprp = box(
          'iprp',
          box('ipco', size!.box, configuration!.box),
          fullBox(
            'ipma',
            0,
            0,
            uint(entries + 1, 4),
            bytesOf(uint(1, 2), [2, 1, 2]),
            ...Array.from({ length: entries }, () => entry),
          ),
        );
        const infos = [1, 2].map((id) => fullBox('infe', 2, 0, uint(id, 2), [0, 0], 'hvc1', [0]));
        const target = repeated(1, 65_535).flatMap((id) => uint(id, 2));
        const iref = fullBox('iref', 0, 0, box('auxl', uint(2, 2), uint(65_535, 2), target));
        const place = bytesOf(uint(1, 2), uint(0, 2), uint(1, 2), uint(0, 4), uint(8, 4));
        const meta = fullBox(
          'meta',
          0,
          0,
          fullBox('pitm', 0, 0, uint(1, 2)),
          fullBox('iinf', 0, 0, uint(2, 2), ...infos),
          fullBox('iloc', 0, 0, [0x44, 0], uint(1, 2), place),
          iprp,
          iref,
        );
        return bytesOf(box('ftyp', 'heic', uint(0, 4), 'mif1'), meta);
      };
      const file = readHeif(fileWith(4))!;
      expect(describePicture(file, primaryItem(file)).alpha).toBeNull();
      expect(() => readHeif(fileWith(5))).toThrow(corrupt);
    },
  );
});
