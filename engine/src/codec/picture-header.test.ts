import { expect, test } from 'vitest';
import { pictureHeader } from './picture-header.ts';

test('a picture is upright, and has what it is said to have', () => {
  const picture = pictureHeader({ width: 4, height: 3 }, { hasAlpha: true, bitDepth: 16 });
  expect(picture).toMatchObject({ hasAlpha: true, bitDepth: 16, gray: false, turned: false });
  expect(picture.placement).toMatchObject({ crop: { width: 4, height: 3 }, transpose: false });
});

test('a picture that is stored turned is placed upright', () => {
  const picture = pictureHeader({ width: 4, height: 3 }, { orientation: 6 });
  expect(picture).toMatchObject({ turned: true, orientation: 6, placement: { transpose: true } });
});
