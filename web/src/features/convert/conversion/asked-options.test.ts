import { expect, test } from 'vitest';
import { setUpConversion, settle } from './controlled-conversion.ts';

test('converts a photo with settings of its own, and the others with those of the panel', async () => {
  const { add, conversion, running, idOf } = setUpConversion();
  await add('a', 'b');
  conversion.changeOwnOptions(idOf('b'), { output: 'png' });
  void conversion.start();
  await settle();
  expect(running.map(({ options }) => options.format)).toEqual(['jpeg', 'png']);
});

test('keeps what a photo has of its own when more of it changes, until it is as with all', async () => {
  const { add, conversion, idOf } = setUpConversion();
  await add('a');
  const own = () => conversion.read().photos[0]?.own;
  conversion.changeOwnOptions(idOf('a'), { metadata: 'without-location' });
  conversion.changeOwnOptions(idOf('a'), { quality: 85 });
  expect(own()).toEqual({ metadata: 'without-location', quality: 85 });
  conversion.changeOwnOptions(idOf('a'), { quality: conversion.read().options.quality });
  expect(own()).toEqual({ metadata: 'without-location' });
  conversion.changeOwnOptions(idOf('a'), { metadata: 'keep' });
  expect(own()).toBeNull();
});

test('does not call a result old for a setting that means nothing for it', async () => {
  const { add, conversion, finishAll, idOf } = setUpConversion();
  await add('lossy', 'lossless');
  conversion.changeOwnOptions(idOf('lossless'), { output: 'png' });
  void conversion.start();
  await finishAll();
  conversion.setOptions({ ...conversion.read().options, quality: 70, background: '#000000' });
  const { photos } = conversion.read();
  expect(photos.map(conversion.needsConversion)).toEqual([true, false]);
});

test('applies no quality that only Pro may set, and applies it as soon as it is Pro', () => {
  const { conversion } = setUpConversion();
  conversion.setOptions({ ...conversion.read().options, quality: 77 });
  expect(conversion.read().options.quality).toBe(92);
  conversion.setAllowance({ isPro: true, maxFiles: 20 });
  expect(conversion.read().options.quality).toBe(77);
});

test('cuts a crop in pixels, once the size of the photo is known', async () => {
  const { add, conversion, running, idOf } = setUpConversion({}, 'resize-crop');
  await add('a');
  conversion.crop([idOf('a')], { x: 0.5, y: 0.5, width: 0.5, height: 0.5 });
  void conversion.start();
  await settle();
  expect(running[0]?.options.crop).toEqual({ x: 20, y: 15, width: 20, height: 15 });
});
