import type { ConvertResult } from '@stillpix/engine';
import { describe, expect, test } from 'vitest';
import {
  hasUnsaved,
  maxPhotosInList,
  type Photo,
  type PhotoResult,
  type PhotosAction,
  placesLeft,
  reducePhotos,
  statusOf,
} from './photos.ts';
import { beginRun, progressOf, settleOne } from './run.ts';
import { summarize } from './summary.ts';

function file(name: string, size = 100): File {
  return new File([new Uint8Array(size)], name);
}

function resultOf(size: number, madeWith = 'these'): PhotoResult {
  const converted = { blob: new Blob([new Uint8Array(size)]) } as ConvertResult;
  const kept = { x: 0, y: 0, width: 1, height: 1 };
  return { converted, kept, madeWith, saved: false };
}

const failure = { code: 'corrupt-file', feature: null, detail: 'cut off' } as const;

function after(...actions: PhotosAction[]): readonly Photo[] {
  return actions.reduce<readonly Photo[]>(reducePhotos, []);
}

const two: PhotosAction = {
  type: 'add',
  files: [
    { id: 'a', file: file('a.heic', 300) },
    { id: 'b', file: file('b.heic', 100) },
  ],
};

const start = (id: string, job: number): PhotosAction => ({ type: 'start', id, job });
const done = (job: number, size = 1): PhotosAction => ({
  type: 'done',
  job,
  result: resultOf(size),
});
const failed = (job: number): PhotosAction => ({
  type: 'failed',
  job,
  failure,
  triedWith: 'these',
});

const statuses = (photos: readonly Photo[]) => photos.map(statusOf);

describe('the photos in the list', () => {
  test('come in as pending and in order', () => {
    const photos = after(two, { type: 'add', files: [{ id: 'c', file: file('c.png') }] });
    expect(photos.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(statuses(photos)).toEqual(['pending', 'pending', 'pending']);
  });

  test('go from pending over converting to success, each for itself', () => {
    const started = after(two, start('a', 1));
    expect(statuses(started)).toEqual(['converting', 'pending']);
    expect(statuses(reducePhotos(started, done(1)))).toEqual(['success', 'pending']);
  });

  test('fail each for itself', () => {
    const photos = after(two, start('a', 1), start('b', 2), failed(1));
    expect(statuses(photos)).toEqual(['error', 'converting']);
    expect(photos[0]).toMatchObject({ failure, triedWith: 'these' });
  });

  test('never lose progress, and keep it within 100', () => {
    const started = after(two, start('a', 1));
    const progress = (photos: readonly Photo[], fraction: number) =>
      reducePhotos(photos, { type: 'progress', job: 1, fraction });
    const half = progress(started, 0.5);
    expect(half[0]?.work).toMatchObject({ progress: 50 });
    expect(progress(half, 0.2)[0]?.work).toMatchObject({ progress: 50 });
    expect(progress(half, 1.5)[0]?.work).toMatchObject({ progress: 100 });
  });

  test('ignore what a late answer of an earlier run says', () => {
    const again = after(two, start('a', 1), { type: 'canceled', job: 1 }, start('a', 2));
    expect(statuses(reducePhotos(again, done(1)))).toEqual(['converting', 'pending']);
    expect(statuses(reducePhotos(again, failed(1)))).toEqual(['converting', 'pending']);
  });

  test('ignore answers for photos that were removed', () => {
    const photos = after(two, start('a', 1), { type: 'remove', ids: ['a'] }, done(1));
    expect(photos.map(({ id }) => id)).toEqual(['b']);
  });

  test('are pending again when canceled before their first result', () => {
    const photos = after(two, start('a', 1), { type: 'canceled', job: 1 });
    expect(statuses(photos)).toEqual(['pending', 'pending']);
  });

  test('keep their result while a new one is made, when that is canceled, and when it fails', () => {
    const again = after(two, start('a', 1), done(1, 50), start('a', 2));
    const canceled = reducePhotos(again, { type: 'canceled', job: 2 });
    for (const photos of [again, canceled, reducePhotos(again, failed(2))]) {
      expect(photos[0]?.result?.converted.blob.size).toBe(50);
    }
    expect(statuses(canceled)).toEqual(['success', 'pending']);
    expect(reducePhotos(again, done(2, 60))[0]?.result?.converted.blob.size).toBe(60);
  });

  test('remember a crop over a conversion', () => {
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    const photos = after(two, { type: 'cropped', ids: ['a'], crop }, start('a', 1), done(1));
    expect(photos.map((photo) => photo.crop)).toEqual([crop, null]);
  });
});

test('moves a photo to another place, and the others make room', () => {
  const three = after(two, { type: 'add', files: [{ id: 'c', file: file('c.png') }] });
  const order = (id: string, to: number) =>
    reducePhotos(three, { type: 'moved', id, to }).map((photo) => photo.id);
  expect(order('c', 0)).toEqual(['c', 'a', 'b']);
  expect(order('a', 1)).toEqual(['b', 'a', 'c']);
});

test('knows whether there is a result that nobody saved', () => {
  const one = after(two, start('a', 1), done(1));
  expect(hasUnsaved(after(two))).toBe(false);
  expect(hasUnsaved(one)).toBe(true);
  const results = one.flatMap(({ result }) => (result === null ? [] : [result.converted]));
  const save: PhotosAction = { type: 'saved', results };
  const saved = reducePhotos(one, save);
  expect(hasUnsaved(saved)).toBe(false);
  // A newer result counts as unsaved, even if it came while the older was being saved.
  expect(hasUnsaved([start('a', 2), done(2)].reduce(reducePhotos, saved))).toBe(true);
  expect(hasUnsaved([start('a', 2), done(2), save].reduce(reducePhotos, one))).toBe(true);
});

describe('the sum', () => {
  test('sets the originals of what is converted beside the results', () => {
    expect(summarize(after(two, start('a', 1), done(1, 150)))).toEqual({
      total: 2,
      converting: 0,
      converted: 1,
      failed: 0,
      bytesIn: 400,
      convertedBytesIn: 300,
      bytesOut: 150,
    });
  });
});

describe('a run', () => {
  test('weighs progress by size, and counts a failed photo as dealt with', () => {
    const run = beginRun(null, ['a', 'b'], 0);
    const photos = after(two, start('a', 1), failed(1), start('b', 2));
    // 300 of 400 bytes are done.
    expect(progressOf(settleOne(run, 'a', 'failed'), photos)).toBe(75);
  });

  test('takes in what starts while it goes on, and begins anew after its end', () => {
    const run = settleOne(beginRun(null, ['a'], 0), 'a', 'failed');
    const joined = beginRun(run, ['a', 'b'], 5);
    expect(joined).toMatchObject({ startedAt: 0, ids: ['a', 'b'], settled: [] });
    const anew = beginRun({ ...joined, endedAt: 9 }, ['b'], 10);
    expect(anew).toMatchObject({ startedAt: 10, endedAt: null, ids: ['b'] });
  });
});

describe('the batch limit', () => {
  test('counts photos without a result, but not converted ones', () => {
    expect(placesLeft(after(two, start('a', 1), done(1)), 5)).toBe(4);
    expect(placesLeft(after(two, start('a', 1), failed(1)), 5)).toBe(3);
  });

  test('ends where the list is full, whatever is converted', () => {
    const files = Array.from({ length: maxPhotosInList - 1 }, (_, index) => ({
      id: `p${index}`,
      file: file('p'),
    }));
    const converted = reducePhotos([], { type: 'add', files }).map((photo) => ({
      ...photo,
      result: resultOf(1),
    }));
    expect(placesLeft(converted, 20)).toBe(1);
  });

  test('never falls below none', () => {
    expect(placesLeft(after(two), 1)).toBe(0);
  });
});
