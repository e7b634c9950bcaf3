import { describe, expect, test } from 'vitest';
import {
  appleDepthJpeg,
  containerJpeg,
  depthPng,
  dynamicDepthJpeg,
  endlessXmpJpeg,
  mainJpeg,
  otherJpeg,
  portraitJpeg,
  stereoJpeg,
  vrJpeg,
  type Portion,
} from '../../../testing/named-jpegs.ts';
import { bytesOfBlob, contains, psnrOf, readPixels } from '../../../testing/pictures.ts';
import { createPool, type ConvertOptions } from '../../index.ts';

const pool = createPool();

async function convert(bytes: Uint8Array<ArrayBuffer>, options: ConvertOptions = {}) {
  const asked: ConvertOptions = { pictures: 'everything', format: 'png', ...options };
  return pool.convert(new Blob([bytes]), { name: 'photo.jpg', ...asked });
}

const rolesIn = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await pool.inspect(new Blob([bytes]))).roles;

describe('further pictures of a JPEG', () => {
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string[]]>([
    ['of a portrait, in base64', portraitJpeg, ['original', 'depth-map']],
    ['of a VR photo', vrJpeg, ['right-eye']],
    ['behind it, by what they mean', () => containerJpeg(), ['original', 'depth-map']],
    ['behind it, by Dynamic Depth', dynamicDepthJpeg, ['original', 'depth-map']],
    ['of a camera with two eyes', stereoJpeg, ['right-eye']],
    ["behind Apple's portraits", appleDepthJpeg, ['depth-map']],
  ])('%s are listed by name and converted', async (_, make, roles) => {
    const file = await make();
    expect(await rolesIn(file)).toEqual(['main', ...roles]);
    const { others } = await convert(file);
    expect(others.map(({ role }) => role)).toEqual(roles);
    const shown = others.filter(({ role }) => role !== 'depth-map');
    const stored = await readPixels(await otherJpeg(128));
    const likenesses = shown.map(async ({ blob }) => psnrOf(await readPixels(blob), stored));
    for (const likeness of await Promise.all(likenesses)) expect(likeness).toBeGreaterThan(38);
    const maps = others.filter(({ role }) => role === 'depth-map');
    expect(maps.map(({ width }) => width)).toEqual(maps.map(() => 40));
  });

  test.each(['constructor', '__proto__', 'Sketch'])('that are %s are none', async (semantic) => {
    expect(await rolesIn(await containerJpeg(semantic))).toEqual(['main', 'original']);
  });

  test('have the samples that the file has of them', async () => {
    const { others } = await convert(await portraitJpeg({ original: false }));
    const [got, stored] = [await readPixels(others[0]!.blob), await readPixels(await depthPng())];
    expect(psnrOf(got, stored)).toBe(99);
  });

  test('stand upright with the picture where they say nothing of their own', async () => {
    const { width, height, others } = await convert(await portraitJpeg({ orientation: 6 }));
    expect(width).toBeLessThan(height);
    for (const other of others) expect(other.width).toBeLessThan(other.height);
  });

  test('are cropped with the picture, and leave nothing of what was cut off', async () => {
    const crop = { x: 0, y: 0, width: 20, height: 20 };
    const file = await portraitJpeg();
    const result = await convert(file, { format: 'jpeg', crop });
    expect(result.others.at(-1)!.width).toBeLessThan(20);
    const bytes = await bytesOfBlob(result.blob);
    expect(contains(file, 'GImage:Data')).toBe(true);
    expect(contains(bytes, 'GImage:Data')).toBe(false);
    expect(contains(bytes, 'GDepth:')).toBe(false);
  });

  test('are not looked for in a picture that names none', async () => {
    expect(await rolesIn(await mainJpeg())).toEqual(['main']);
  });
});

describe('an extension of XMP', () => {
  const change = (portions: Portion[], index: number, by: Partial<Portion>) =>
    portions.map((portion, at) => (at === index ? { ...portion, ...by } : portion));

  test.each<[string, (portions: Portion[]) => Portion[]]>([
    ['backwards', (portions) => portions.toReversed()],
    [
      'beside one that nothing refers to',
      (portions) => [{ ...portions[0]!, guid: 'F'.repeat(32), size: 7, offset: 0 }, ...portions],
    ],
    ['with a portion twice', (portions) => [portions[1]!, ...portions]],
  ])('is joined where its portions stand %s', async (_, arrange) => {
    expect(await rolesIn(await portraitJpeg({ change: arrange }))).toContain('depth-map');
  });

  test.each<[string, (portions: Portion[]) => Portion[]]>([
    ['a portion is missing', (portions) => portions.toSpliced(1, 1)],
    ['it is said to be longer', (all) => all.map((each) => ({ ...each, size: 0xffff_ffff }))],
    ['it is said to be shorter', (all) => all.map((each) => ({ ...each, size: 1 }))],
    ['a portion lies outside', (all) => change(all, 1, { offset: 0xffff_fff0 })],
    [
      'no portion is what the picture refers to',
      (all) => all.map((each) => ({ ...each, guid: 'F'.repeat(32) })),
    ],
  ])('is left alone where %s, and the picture is converted', async (_, arrange) => {
    const result = await convert(await portraitJpeg({ change: arrange }));
    expect(result.role).toBe('main');
    expect(result.others).toEqual([]);
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['is cut off', async () => (await depthPng()).subarray(0, 60)],
    ['is no picture', async () => new TextEncoder().encode('no picture at all')],
    ['is empty', async () => new Uint8Array(0)],
  ])('offers no map that %s', async (_, map) => {
    expect(await rolesIn(await portraitJpeg({ map }))).toEqual(['main', 'original']);
  });

  test.each([
    '<GDepth:Data ',
    '<GDepth:Data>',
    ' GDepth:Data="',
    ' GDepth:Data',
    '<exif:GPSLatitude>',
    '<rdf:RDF ',
  ])('of megabytes of %s is gone over once', async (piece) => {
    const file = await endlessXmpJpeg(piece);
    const options = { format: 'webp', metadata: 'without-location' } as const;
    expect((await convert(file, options)).role).toBe('main');
  });
});
