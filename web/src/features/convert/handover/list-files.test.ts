import type { ConvertResult } from '@stillpix/engine';
import { expect, test } from 'vitest';
import type { Photo } from '../conversion/photos.ts';
import { defaultOptions } from '../tools.ts';
import {
  namesIn,
  readList,
  type SavedList,
  listBytes,
  type ListFolder,
  writeList,
} from './list-files.ts';

function createFolder(): ListFolder & { files: Map<string, Blob>; written: () => number } {
  const files = new Map<string, Blob>();
  const known = new WeakMap<Blob, string>();
  let index = '';
  let last = 0;
  return {
    files,
    written: () => last,
    async keep(blob) {
      const name = known.get(blob) ?? `blob-${++last}`;
      known.set(blob, name);
      files.set(name, blob);
      return name;
    },
    recognize: (blob, name) => void known.set(blob, name),
    async read(name) {
      const blob = files.get(name);
      if (blob === undefined) throw new Error(`${name} is not there`);
      return blob;
    },
    writeIndex: async (text) => void (index = text),
    readIndex: async () => index,
  };
}

const converted = {
  blob: new Blob(['jpeg'], { type: 'image/jpeg' }),
  role: 'main',
  format: 'jpeg',
  width: 4,
  height: 3,
  hasGainMap: false,
  notes: ['other-pictures-left-out'],
  input: 'heic',
  others: [
    {
      blob: new Blob(['second'], { type: 'image/png' }),
      role: 'right-eye',
      format: 'png',
      width: 1,
      height: 1,
      hasGainMap: false,
      notes: [],
    },
  ],
  milliseconds: 5,
  isMotionPhoto: false,
  video: new Blob(['clip'], { type: 'video/mp4' }),
} satisfies ConvertResult;

const photo: Photo = {
  id: 'a',
  file: new File(['heic'], 'a.heic', { type: 'image/heic', lastModified: 1234 }),
  dimensions: { width: 4, height: 3 },
  header: null,
  movie: new File(['movie'], 'a.mov', { type: 'video/quicktime', lastModified: 7 }),
  recoded: new File(['h264'], 'a.mov', { type: 'video/quicktime', lastModified: 8 }),
  recoding: null,
  turn: { rotate: 90, flip: false, asStored: false },
  crop: { x: 0, y: 0, width: 0.5, height: 1 },
  own: { quality: 70 },
  work: { job: 3, progress: 40 },
  result: {
    converted,
    kept: { x: 0, y: 0, width: 1, height: 1 },
    madeWith: 'these',
    saved: true,
  },
  failure: null,
  triedWith: 'these',
};

const list: SavedList = {
  photos: [photo],
  waiting: [new File(['png'], 'b.png', { lastModified: 5 })],
  options: { ...defaultOptions('convert'), quality: 85 },
  isCleared: true,
};

test('lays out the same list again: photos, settings, results and who waits', async () => {
  const folder = createFolder();
  await writeList(folder, list);
  const read = await readList(folder);
  expect(read.options).toEqual(list.options);
  expect(read.isCleared).toBe(true);
  const [again] = read.photos;
  // A running conversion is not restored.
  expect(again).toMatchObject({ crop: photo.crop, own: photo.own, triedWith: 'these', work: null });
  expect(again?.file).toMatchObject({ name: 'a.heic', type: 'image/heic', lastModified: 1234 });
  expect(await again?.file.text()).toBe('heic');
  expect(again?.result).toMatchObject({ madeWith: 'these', saved: true });
  expect(await again?.result?.converted.blob.text()).toBe('jpeg');
  expect(again?.result?.converted.blob.type).toBe('image/jpeg');
  expect(await again?.result?.converted.others[0]?.blob.text()).toBe('second');
  expect(await again?.result?.converted.video?.text()).toBe('clip');
  expect(again?.result?.converted.video?.type).toBe('video/mp4');
  expect(again?.movie).toMatchObject({ name: 'a.mov', lastModified: 7 });
  expect(await again?.movie?.text()).toBe('movie');
  expect(read.waiting.map(({ name }) => name)).toEqual(['b.png']);
});

test('counts all that would be written', () => {
  expect(listBytes(list)).toBe(
    ['heic', 'movie', 'h264', 'png', 'jpeg', 'second', 'clip'].join('').length,
  );
});

test('writes nothing twice: not what lies there still, and not what came from there', async () => {
  const folder = createFolder();
  await writeList(folder, list);
  expect(folder.written()).toBe(7);
  const read = await readList(folder);
  await writeList(folder, read);
  expect(folder.written()).toBe(7);
  expect(namesIn(await folder.readIndex())).toEqual(new Set(folder.files.keys()));
});

test('gives nothing where a part is missing', async () => {
  const folder = createFolder();
  await writeList(folder, list);
  folder.files.delete('blob-1');
  await expect(readList(folder)).rejects.toThrow('blob-1');
});

test('reads a list that was kept before pictures had roles', async () => {
  const folder = createFolder();
  await writeList(folder, list);
  const older = (await folder.readIndex()).replaceAll(
    /"role":"[\w-]+",?|"roles":\[[^\]]*\],?/g,
    '',
  );
  await folder.writeIndex(older);
  const [again] = (await readList(folder)).photos;
  expect(again?.result?.converted.role).toBe('main');
  expect(again?.result?.converted.others.map(({ role }) => role)).toEqual(['further']);
});
