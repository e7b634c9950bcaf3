import { expect, test } from 'vitest';
import { psnr, ssim } from './measures.ts';
import { lattice } from './noise.ts';
import type { Picture } from './picture.ts';

function paint(value: (x: number, y: number) => number, width = 32, height = 24): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    data[at] = value(pixel % width, Math.floor(pixel / width));
  }
  return { width, height, data };
}

const texture = paint((x, y) => 60 + lattice(x, y, 1) * 120);

test('a picture that differs everywhere by five steps is 20 log10(255 / 5) dB away', () => {
  const shifted = paint((x, y) => 65 + lattice(x, y, 1) * 120);
  expect(psnr(texture, shifted)).toBeCloseTo(20 * Math.log10(255 / 5), 6);
});

test('an identical picture has no distance and full similarity', () => {
  expect(psnr(texture, texture)).toBeNull();
  expect(ssim(texture, texture)).toBeCloseTo(1, 9);
});

test('flat pictures differ in similarity only by their means, as the formula says', () => {
  const [dark, bright] = [paint(() => 100), paint(() => 120)];
  const c1 = (0.01 * 255) ** 2;
  const expected = (2 * 100 * 120 + c1) / (100 ** 2 + 120 ** 2 + c1);
  expect(ssim(dark, bright)).toBeCloseTo(expected, 4);
});

test('lost structure costs more similarity than a change of brightness with the same error', () => {
  const brighter = paint((x, y) => 80 + lattice(x, y, 1) * 120);
  const noisy = paint((x, y) => 60 + lattice(x, y, 1) * 120 + (lattice(x, y, 2) > 0.5 ? 20 : -20));
  expect(psnr(texture, brighter)).toBeCloseTo(psnr(texture, noisy) ?? 0, 0);
  expect(ssim(texture, noisy)).toBeLessThan(ssim(texture, brighter));
});

test('pictures of different sizes are refused', () => {
  const other = paint(() => 0, 16, 24);
  expect(() => psnr(texture, other)).toThrow('sizes differ');
  expect(() => ssim(texture, other)).toThrow('sizes differ');
});
