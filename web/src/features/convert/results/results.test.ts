import type { ConvertedPicture, ConvertResult } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { nameAll } from './results.ts';

function picture(role: ConvertedPicture['role']): ConvertedPicture {
  const blob = new Blob([role], { type: 'image/jpeg' });
  return { blob, role, format: 'jpeg', width: 4, height: 3, hasGainMap: false, notes: [] };
}

test('names pictures of a file by what they are, after the photo they are of', () => {
  const converted: ConvertResult = {
    ...picture('main'),
    input: 'heic',
    isMotionPhoto: false,
    milliseconds: 1,
    others: [picture('right-eye'), picture('further'), picture('depth-map')],
    video: new Blob(['clip'], { type: 'video/mp4' }),
  };
  const options = { naming: '{name} {number}', video: 'beside' } as const;
  const named = { originalName: 'a.heic', number: 7, count: 9, takenAt: null, lastModified: 0 };
  expect(nameAll(converted, options, named).map(({ name }) => name)).toEqual([
    'a 07.jpg',
    'a 07-right-eye.jpg',
    'a 07.jpg',
    'a 07-depth-map.jpg',
    'a 07.mp4',
  ]);
});
