import { describe, expect, test } from 'vitest';
import { box, bytesOf, fullBox, hevcItem, uint, writeHeif } from '../../testing/heif-writer.ts';
import { findHeifFormat, readBrands } from './brands.ts';
import { isSequence, primaryItem, readHeif } from './file.ts';

const corrupt = expect.objectContaining({ code: 'corrupt-file' });
const payload = bytesOf('the bytes of an item, nothing more');

function itemData(bytes: Uint8Array, id: number): Uint8Array {
  return readHeif(bytes)!.items.get(id)!.data();
}

describe('what is a HEIF file', () => {
  test('is told by the brands, AVIF apart from the rest', () => {
    const told = (major: string, compatible: string) =>
      findHeifFormat(readBrands(box('ftyp', major, uint(0, 4), compatible))!);
    expect(told('heic', 'mif1')).toBe('heic');
    expect(told('mif1', 'mif1heic')).toBe('heic');
    expect(told('mif1', 'mif1avif')).toBe('avif');
    expect(told('avif', 'mif1heic')).toBe('avif');
    expect(told('heic', 'mif1avif')).toBe('heic');
    expect(told('mif1', 'avifheic')).toBe('heic');
    expect(told('qt  ', 'qt  ')).toBeNull();
  });

  test('is null for other formats and for a handful of bytes', () => {
    expect(readHeif(bytesOf('\xff\xd8\xff\xe0 a JPEG by its first bytes'))).toBeNull();
    expect(readHeif(bytesOf('GIF89a'))).toBeNull();
    expect(readHeif(new Uint8Array(0))).toBeNull();
  });

  test('is broken without a meta box, and a mere sequence without items', () => {
    const ftyp = box('ftyp', 'heic', uint(0, 4), 'mif1');
    expect(() => readHeif(ftyp)).toThrow(corrupt);
    const hdlr = fullBox('hdlr', 0, 0, uint(0, 4), 'pict', uint(0, 13));
    const moov = box('moov', box('trak', box('mdia', hdlr)));
    const sequence = readHeif(bytesOf(ftyp, moov))!;
    expect(sequence.tracks).toEqual(['pict']);
    expect(isSequence(sequence)).toBe(true);
    expect(() => primaryItem(sequence)).toThrow(corrupt);
  });

  test('refuses a low-overhead file by name', () => {
    const bytes = bytesOf(box('ftyp', 'mif3', uint(0, 4), 'heic'), box('mini', [0]));
    expect(() => readHeif(bytes)).toThrow(expect.objectContaining({ feature: 'mini-box' }));
  });
});

describe('item data', () => {
  const item = { id: 1, type: 'hvc1', data: payload };

  test('is found before and after the meta box, in one extent or several', () => {
    for (const dataFirst of [false, true]) {
      for (const extents of [1, 2, 7]) {
        const other = { id: 2, type: 'hvc1', data: bytesOf('other') };
        const bytes = writeHeif({ items: [other, { ...item, extents }], dataFirst });
        expect(itemData(bytes, 1)).toEqual(payload);
        expect(itemData(bytes, 2)).toEqual(bytesOf('other'));
      }
    }
  });

  test('is found with ids of 32 bits', () => {
    const bytes = writeHeif({ items: [{ ...item, id: 100_000 }], primary: 100_000, longIds: true });
    expect(primaryItem(readHeif(bytes)!).data()).toEqual(payload);
  });

  test('is found in the idat box and inside another item', () => {
    const bytes = writeHeif({
      items: [
        item,
        { id: 2, type: 'grid', data: bytesOf('in idat'), source: 'idat' },
        { id: 3, type: 'hvc1', data: payload.subarray(0, 9), source: 'item' },
      ],
      references: [{ type: 'iloc', from: 3, to: [1] }],
    });
    expect(itemData(bytes, 2)).toEqual(bytesOf('in idat'));
    expect(itemData(bytes, 3)).toEqual(bytesOf('the bytes'));
  });

  test('is a view of the file when it lies in one piece', () => {
    const bytes = writeHeif({ items: [item] });
    expect(itemData(bytes, 1).buffer).toBe(bytes.buffer);
  });

  test('is found when the last box has size 0 or a size of 64 bits', () => {
    expect(itemData(writeHeif({ items: [item], openEnded: true }), 1)).toEqual(payload);
    const long = bytesOf(uint(1, 4), 'free', uint(24, 8), uint(0, 8));
    const bytes = writeHeif({ items: [item], dataFirst: true, extraBoxes: [long] });
    expect(itemData(bytes, 1)).toEqual(payload);
  });

  test('is corrupt when it lies outside the file, however the file was cut', () => {
    const bytes = writeHeif({ items: [item] });
    const cut = readHeif(bytes.subarray(0, bytes.length - 1))!;
    expect(() => cut.items.get(1)!.data()).toThrow(corrupt);
  });

  test('is corrupt when an item is built from itself', () => {
    const bytes = writeHeif({
      items: [{ ...item, source: 'item' }],
      references: [{ type: 'iloc', from: 1, to: [1] }],
    });
    expect(() => itemData(bytes, 1)).toThrow(corrupt);
  });

  test('is corrupt when overlapping extents add up to more than the file', () => {
    const extent = bytesOf(uint(0, 4), uint(60, 4));
    const iloc = fullBox(
      'iloc',
      0,
      0,
      [0x44, 0],
      uint(1, 2),
      uint(1, 2),
      uint(0, 2),
      uint(100, 2),
      ...Array.from({ length: 100 }, () => extent),
    );
    const infe = fullBox('infe', 2, 0, uint(1, 2), [0, 0], 'hvc1', [0]);
    const iinf = fullBox('iinf', 0, 0, uint(1, 2), infe);
    const meta = fullBox('meta', 0, 0, iinf, iloc);
    const bytes = bytesOf(box('ftyp', 'heic', uint(0, 4), 'mif1'), meta);
    expect(() => itemData(bytes, 1)).toThrow(corrupt);
  });

  test('is refused by name when it lies in another file', () => {
    const iloc = fullBox('iloc', 0, 0, [0x44, 0], uint(1, 2), uint(1, 2), uint(1, 2), uint(0, 2));
    const infe = fullBox('infe', 2, 0, uint(1, 2), [0, 0], 'hvc1', [0]);
    const meta = fullBox('meta', 0, 0, fullBox('iinf', 0, 0, uint(1, 2), infe), iloc);
    const bytes = bytesOf(box('ftyp', 'heic', uint(0, 4), 'mif1'), meta);
    expect(() => itemData(bytes, 1)).toThrow(expect.objectContaining({ feature: 'external-data' }));
  });
});

describe('the primary item', () => {
  test('is the one pitm names', () => {
    const bytes = writeHeif({ items: [hevcItem(1, 64, 64), hevcItem(2, 64, 64)], primary: 2 });
    expect(primaryItem(readHeif(bytes)!).id).toBe(2);
  });

  test('is never guessed', () => {
    const items = [hevcItem(1, 64, 64)];
    expect(() => primaryItem(readHeif(writeHeif({ items }))!)).toThrow(corrupt);
    expect(() => primaryItem(readHeif(writeHeif({ items, primary: 9 }))!)).toThrow(corrupt);
  });
});

describe('the rest of the container', () => {
  test('tells a motion photo by its video', () => {
    const items = [hevcItem(1, 64, 64)];
    expect(readHeif(writeHeif({ items }))!.hasVideo).toBe(false);
    const samsung = writeHeif({ items, extraBoxes: [box('mpvd', uint(0, 8))] });
    expect(readHeif(samsung)!.hasVideo).toBe(true);
  });

  test('keeps the groups', () => {
    const groups = [{ type: 'ster', id: 9, entities: [1, 2] }];
    const bytes = writeHeif({ items: [hevcItem(1, 64, 64), hevcItem(2, 64, 64)], groups });
    expect(readHeif(bytes)!.groups).toEqual(groups);
  });

  test('is corrupt when a box stands out of its parent or a property is not there', () => {
    const bytes = writeHeif({ items: [hevcItem(1, 64, 64)], primary: 1 });
    const at = (type: string): number =>
      bytes.findIndex((_, i) => String.fromCharCode(...bytes.subarray(i, i + 4)) === type);
    const tooLong = bytes.slice();
    tooLong[at('ispe') - 3] = 1;
    expect(() => readHeif(tooLong)).toThrow(corrupt);
    const dangling = bytes.slice();
    // The first index of the only entry: type, version and flags, count, id, count of indices.
    dangling.set(uint(99, 2), at('ipma') + 4 + 4 + 4 + 2 + 1);
    expect(() => readHeif(dangling)).toThrow(corrupt);
  });
});
