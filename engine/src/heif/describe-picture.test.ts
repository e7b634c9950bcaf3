import { describe, expect, test } from 'vitest';
import type { HeifToWrite } from '../../testing/heif-writer.ts';
import {
  auxC,
  box,
  bytesOf,
  clap,
  emptyHvcc,
  gridBody,
  hevcItem,
  ispe,
  uint,
  writeHeif,
} from '../../testing/heif-writer.ts';
import { primaryItem, readHeif } from './file.ts';
import type { GridLayout, OverlayLayout, Picture } from './picture.ts';
import { listPictures } from './list-pictures.ts';
import { describePicture } from './describe-picture.ts';

const corrupt = expect.objectContaining({ code: 'corrupt-file' });
const alphaUrn = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';

function refused(feature: string): unknown {
  return expect.objectContaining({ code: 'unsupported-feature', feature });
}

function picture(file: HeifToWrite): Picture {
  const heif = readHeif(writeHeif(file))!;
  return describePicture(heif, primaryItem(heif));
}

/** 2 x 3 tiles of 64 x 64, with a grid of the given body as item 10. */
function gridFile(body: Uint8Array, tileIds = [1, 2, 3, 4, 5, 6]): HeifToWrite {
  return {
    primary: 10,
    items: [
      ...[1, 2, 3, 4, 5, 6].map((id) => hevcItem(id, 64, 64, { hidden: true })),
      { id: 10, type: 'grid', data: body, source: 'idat', properties: [{ box: ispe(150, 100) }] },
    ],
    references: [{ type: 'dimg', from: 10, to: tileIds }],
  };
}

describe('a coded picture', () => {
  test('has its size, coding, depth and bytes', () => {
    const coded = picture({ primary: 1, items: [hevcItem(1, 640, 480)] });
    expect(coded).toMatchObject({
      width: 640,
      height: 480,
      bitDepth: 8,
      chroma: '4:2:0',
      alpha: null,
    });
    expect(coded.layout).toMatchObject({ kind: 'coded', codec: 'hevc', hevc: { lengthSize: 4 } });
    expect([...coded.item.data()]).toEqual([1, 1, 2, 3]);
  });

  test('takes depth and subsampling from hvcC and av1C', () => {
    const item = { id: 1, type: 'hvc1', data: bytesOf([0]) };
    const hvcc = { box: emptyHvcc(2, 10), essential: true };
    const hevc = { ...item, properties: [{ box: ispe(8, 8) }, hvcc] };
    expect(picture({ primary: 1, items: [hevc] })).toMatchObject({ bitDepth: 10, chroma: '4:2:2' });
    const av1c = { box: box('av1C', [0x81, 0x20, 0x5c, 0]), essential: true };
    const av1 = { ...item, type: 'av01', properties: [{ box: ispe(8, 8) }, av1c] };
    expect(picture({ primary: 1, items: [av1] })).toMatchObject({ bitDepth: 10, chroma: '4:0:0' });
  });

  test('is corrupt without a size or a decoder configuration', () => {
    const bare = { id: 1, type: 'hvc1', data: bytesOf([0]) };
    expect(() => picture({ primary: 1, items: [bare] })).toThrow(corrupt);
    const sized = { ...bare, properties: [{ box: ispe(8, 8) }] };
    expect(() => picture({ primary: 1, items: [sized] })).toThrow(corrupt);
    expect(() => picture({ primary: 1, items: [hevcItem(1, 0, 8)] })).toThrow(corrupt);
  });

  test('is too large beyond the limits, before anything is decoded', () => {
    const tooLarge = expect.objectContaining({ code: 'too-large' });
    expect(() => picture({ primary: 1, items: [hevcItem(1, 70_000, 8)] })).toThrow(tooLarge);
    expect(() => picture({ primary: 1, items: [hevcItem(1, 60_000, 60_000)] })).toThrow(tooLarge);
  });

  test('is refused by name for what is not understood', () => {
    const essential = [{ box: box('wxyz', [1]), essential: true }];
    const items = [hevcItem(1, 8, 8, { properties: essential })];
    expect(() => picture({ primary: 1, items })).toThrow(refused('property-wxyz'));
    const unci = [{ id: 1, type: 'unci', data: bytesOf([0]) }];
    expect(() => picture({ primary: 1, items: unci })).toThrow(refused('uncompressed-item'));
    const mime = [{ id: 1, type: 'mime', contentType: 'text/plain', data: bytesOf([0]) }];
    expect(() => picture({ primary: 1, items: mime })).toThrow(refused('item-mime'));
    const predicted = { from: 1, to: [2], type: 'pred' };
    const two = [hevcItem(1, 8, 8), hevcItem(2, 8, 8)];
    expect(() => picture({ primary: 1, items: two, references: [predicted] })).toThrow(
      refused('predicted-item'),
    );
  });

  test('is shown in spite of properties that are not essential', () => {
    const properties = [{ box: box('wxyz', [1]) }];
    expect(picture({ primary: 1, items: [hevcItem(1, 8, 8, { properties })] }).width).toBe(8);
  });

  test('keeps ICC and nclx side by side, and takes an empty profile for none', () => {
    const nclx = box('colr', 'nclx', uint(12, 2), uint(13, 2), uint(6, 2), [0x80]);
    const icc = box('colr', 'prof', 'a profile');
    const both = [hevcItem(1, 8, 8, { properties: [{ box: nclx }, { box: icc }] })];
    const { color } = picture({ primary: 1, items: both });
    expect(color.icc).toEqual(bytesOf('a profile'));
    expect(color.nclx).toEqual({ primaries: 12, transfer: 13, matrix: 6, fullRange: true });
    const empty = [hevcItem(1, 8, 8, { properties: [{ box: box('colr', 'prof') }] })];
    expect(picture({ primary: 1, items: empty }).color.icc).toBeNull();
  });
});

/** The transforms of a picture of 64 x 100 with one clean aperture. */
function crop(...args: Parameters<typeof clap>): Picture['transforms'] {
  const properties = [{ box: clap(...args) }];
  return picture({ primary: 1, items: [hevcItem(1, 64, 100, { properties })] }).transforms;
}

describe('transforms', () => {
  test('apply in the order the file lists them', () => {
    const properties = [
      { box: clap(30, 20, [5, 1], [-5, 1]), essential: true },
      { box: box('irot', [1]), essential: true },
      { box: box('imir', [1]), essential: true },
    ];
    const turned = picture({ primary: 1, items: [hevcItem(1, 100, 80, { properties })] });
    expect(turned.transforms).toEqual([
      { kind: 'crop', x: 40, y: 25, width: 30, height: 20 },
      { kind: 'rotate', quarterTurns: 1 },
      { kind: 'mirror', swap: 'left-right' },
    ]);
    expect(turned).toMatchObject({ width: 20, height: 30 });
  });

  test('crop to whole samples, cut what stands out, and never leave nothing', () => {
    expect(crop(29, 100, [-35, 2], [0, 1])).toEqual([
      { kind: 'crop', x: 0, y: 0, width: 29, height: 100 },
    ]);
    expect(crop(80, 100, [0, 1], [0, 1])).toEqual([
      { kind: 'crop', x: 0, y: 0, width: 64, height: 100 },
    ]);
    expect(() => crop(10, 10, [1000, 1], [0, 1])).toThrow(corrupt);
    expect(() => crop(10, 10, [0, 0], [0, 1])).toThrow(corrupt);
  });
});

describe('a grid', () => {
  test('lists its tiles row by row, the canvas smaller than all of them', () => {
    for (const sideBytes of [2, 4] as const) {
      const grid = picture(gridFile(gridBody(2, 3, 150, 100, sideBytes)));
      expect(grid).toMatchObject({ width: 150, height: 100, chroma: '4:2:0' });
      const layout = grid.layout as GridLayout;
      expect(layout).toMatchObject({ rows: 2, columns: 3, tile: { width: 64, height: 64 } });
      expect(layout.tiles.map(({ item }) => item.id)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(grid.work.pixels).toBe(6 * 64 * 64);
    }
  });

  test('is corrupt when tiles are missing, differ in size, or do not cover it', () => {
    const body = gridBody(2, 3, 150, 100);
    expect(() => picture(gridFile(body, [1, 2, 3, 4, 5]))).toThrow(corrupt);
    expect(() => picture(gridFile(gridBody(2, 3, 250, 100)))).toThrow(corrupt);
    expect(() => picture(gridFile(body.subarray(0, 6)))).toThrow(corrupt);
    const odd = gridFile(body);
    odd.items[2] = hevcItem(3, 64, 32);
    expect(() => picture(odd)).toThrow(corrupt);
  });

  test('is corrupt when it is its own tile', () => {
    expect(() => picture(gridFile(gridBody(2, 3, 150, 100), [1, 2, 3, 4, 5, 10]))).toThrow(corrupt);
  });

  test('is too large when few bytes stand for very many tiles', () => {
    const items: HeifToWrite['items'] = [hevcItem(1, 60_000, 2)];
    const references: HeifToWrite['references'] = [];
    for (const id of [2, 3]) {
      items.push({ id, type: 'grid', data: gridBody(256, 1, 60_000, 400), source: 'idat' });
      references.push({ type: 'dimg', from: id, to: Array.from({ length: 256 }, () => id - 1) });
    }
    expect(() => picture({ primary: 3, items, references })).toThrow(
      expect.objectContaining({ code: 'too-large' }),
    );
  });
});

describe('overlay, identity and tone map', () => {
  test('overlays place layers on a filled canvas, beyond its edges too', () => {
    const body = bytesOf(
      [0, 0],
      [1, 2, 3, 65_535].flatMap((level) => uint(level, 2)),
      [200, 100].flatMap((side) => uint(side, 2)),
      [10, 20, 65_526, 0].flatMap((offset) => uint(offset, 2)),
    );
    const overlay = picture({
      primary: 3,
      items: [hevcItem(1, 64, 64), hevcItem(2, 32, 32), { id: 3, type: 'iovl', data: body }],
      references: [{ type: 'dimg', from: 3, to: [1, 2] }],
    });
    expect(overlay).toMatchObject({ width: 200, height: 100 });
    const layout = overlay.layout as OverlayLayout;
    expect(layout.fill).toEqual([1, 2, 3, 65_535]);
    expect(layout.layers.map(({ picture: { item }, x, y }) => [item.id, x, y])).toEqual([
      [1, 10, 20],
      [2, -10, 0],
    ]);
  });

  test('an identity adds its transforms to those of its input', () => {
    const derived = picture({
      primary: 2,
      items: [
        hevcItem(1, 100, 80, { properties: [{ box: clap(50, 40, [0, 1], [0, 1]) }] }),
        { id: 2, type: 'iden', properties: [{ box: box('irot', [3]) }] },
      ],
      references: [{ type: 'dimg', from: 2, to: [1] }],
    });
    expect(derived).toMatchObject({ width: 40, height: 50, canvas: { width: 100, height: 80 } });
    expect(derived.transforms.map(({ kind }) => kind)).toEqual(['crop', 'rotate']);
    expect(derived.layout.kind).toBe('coded');
    expect(derived.source.id).toBe(1);
    expect([...derived.source.data()]).toEqual([1, 1, 2, 3]);
  });

  test('a tone-mapped picture is its base picture', () => {
    const file: HeifToWrite = {
      primary: 1,
      items: [
        hevcItem(1, 100, 80),
        hevcItem(2, 50, 40, { hidden: true }),
        { id: 3, type: 'tmap', data: bytesOf([0]) },
      ],
      references: [{ type: 'dimg', from: 3, to: [1, 2] }],
      groups: [{ type: 'altr', id: 9, entities: [3, 1] }],
    };
    expect(picture(file)).toMatchObject({ width: 100 });
    expect(picture({ ...file, primary: 3 })).toMatchObject({ width: 100 });
    const shown = (written: HeifToWrite) =>
      listPictures(readHeif(writeHeif(written))!).map(({ id }) => id);
    expect(shown(file)).toEqual([1]);
    expect(shown({ ...file, primary: 3 })).toEqual([3]);
  });
});

function withAuxiliary(urn: string, premultiplied: boolean): HeifToWrite {
  return {
    primary: 1,
    items: [hevcItem(1, 100, 80), hevcItem(2, 50, 40, { properties: [{ box: auxC(urn) }] })],
    references: [
      { type: 'auxl', from: 2, to: [1] },
      ...(premultiplied ? [{ type: 'prem', from: 1, to: [2] }] : []),
    ],
  };
}

describe('auxiliary pictures', () => {
  test('give alpha, premultiplied where the file says so', () => {
    expect(picture(withAuxiliary(alphaUrn, false)).alpha).toMatchObject({
      premultiplied: false,
      picture: { width: 50, item: { id: 2 } },
    });
    expect(picture(withAuxiliary(alphaUrn, true)).alpha?.premultiplied).toBe(true);
    expect(picture(withAuxiliary('urn:mpeg:hevc:2015:auxid:1', false)).alpha).not.toBeNull();
  });

  test('give alpha as large as the picture where they do not say how large', () => {
    const file = withAuxiliary(alphaUrn, false);
    const properties = [{ box: emptyHvcc(), essential: true }, { box: auxC(alphaUrn) }];
    file.items[1] = { id: 2, type: 'hvc1', data: bytesOf([0]), properties };
    expect(picture(file).alpha).toMatchObject({ picture: { width: 100, height: 80 } });
    expect(() => picture({ ...file, primary: 2 })).toThrow(corrupt);
  });

  test('are left alone when they are depth, a gain map, or unknown', () => {
    expect(picture(withAuxiliary('urn:mpeg:hevc:2015:auxid:2', false)).alpha).toBeNull();
    expect(picture(withAuxiliary('urn:example:unheard-of', false)).alpha).toBeNull();
    const apple = picture(withAuxiliary('urn:com:apple:photo:2020:aux:hdrgainmap', false));
    expect(apple).toMatchObject({ alpha: null });
  });

  test('do not make the picture fail when they are of an unknown type', () => {
    const file = withAuxiliary('urn:example:unheard-of', false);
    file.items[1] = { id: 2, type: 'what', properties: [{ box: auxC('urn:example:unheard-of') }] };
    expect(picture(file).width).toBe(100);
  });
});

describe('the pictures of a file', () => {
  test('leave out hidden ones, thumbnails, auxiliaries and tiles, the primary first', () => {
    const file: HeifToWrite = {
      primary: 3,
      items: [
        hevcItem(1, 64, 64),
        hevcItem(2, 64, 64, { hidden: true }),
        hevcItem(3, 64, 64),
        hevcItem(4, 16, 16),
        hevcItem(5, 64, 64, { properties: [{ box: auxC(alphaUrn) }] }),
        hevcItem(6, 64, 64),
        { id: 7, type: 'grid', data: gridBody(1, 1, 64, 64) },
        { id: 8, type: 'Exif', data: bytesOf([0]) },
      ],
      references: [
        { type: 'thmb', from: 4, to: [3] },
        { type: 'auxl', from: 5, to: [3] },
        { type: 'dimg', from: 7, to: [6] },
      ],
    };
    expect(listPictures(readHeif(writeHeif(file))!).map(({ id }) => id)).toEqual([3, 1, 7]);
  });
});
