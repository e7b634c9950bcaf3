import { describe, expect, test } from 'vitest';
import { codeOf, fixture } from '../../testing/pictures.ts';
import type { ConvertOptions } from '../options.ts';
import { runPipeline } from './pipeline.ts';

describe('bad input gets an error of its own', () => {
  test('no bytes', async () => {
    expect(await codeOf(new Uint8Array(0))).toBe('empty-file');
  });

  test('a text file, by name of what it is', async () => {
    const text = new TextEncoder().encode('Dear diary, today I took a photo.');
    const run = runPipeline(new Blob([text]), 'photo.heic', {});
    await expect(run).rejects.toMatchObject({ code: 'unsupported-format', feature: 'text' });
  });

  test.each([
    'grid.heic',
    'alpha.webp',
    'drawing.png',
    'drawing.bmp',
    'animated.gif',
    'located.jpg',
    'drawing.avif',
  ])('%s cut off at any of many places', async (name) => {
    const whole = await fixture(name);
    for (let part = 1; part < 12; part++) {
      const cut = whole.slice(0, Math.floor((whole.length * part) / 12));
      // An animation with a complete first frame is still a picture.
      if (name === 'animated.gif' && part > 6) continue;
      expect(await codeOf(cut, name)).toMatch(/corrupt-file|unsupported-format/);
    }
  });

  test('a header that promises more pixels than there are', async () => {
    const png = await fixture('drawing.png');
    const huge = png.slice();
    new DataView(huge.buffer).setUint32(16, 1_000_000);
    expect(await codeOf(huge, 'huge.png')).toMatch(/corrupt-file|too-large/);
  });

  test('options outside what is offered', async () => {
    const png = await fixture('drawing.png');
    const area = { x: 0, y: 0, width: 8, height: 8 };
    const wrong: unknown[] = [
      { quality: 49 },
      { quality: 101 },
      { quality: 80.5 },
      { background: 'white' },
      { crop: { x: 40, y: 0, width: 20, height: 10 } },
      { resize: { width: 0 } },
      { targetBytes: -1 },
      { format: 'gif' },
      { quality: '80' },
      { targetBytes: '2000' },
      { fewerPixels: 1 },
      { lossless: 'no' },
      { keepSmallerOriginal: 'no' },
      { salvage: 'yes' },
      { background: ['#ffffff'] },
      { metadata: false },
      { color: 'p3' },
      { hdr: true },
      { video: true },
      { liveMovie: 'a.mov' },
      { crop: null },
      { crop: 'center' },
      { crop: { ...area, x: '0' } },
      { crop: { ...area, x: 0.5 } },
      { crop: { x: 0, y: 0 } },
      { resize: null },
      { resize: 'thumbnail' },
      { resize: 50 },
      { resize: { width: 65_501 } },
      { resize: { height: '50' } },
      { resize: { width: 50, mode: 'cover' } },
      { resize: { width: 50, position: 'left' } },
      { rotate: 45 },
      { flip: true },
      { exifOrientation: 1 },
      { pictures: 'some' },
      { pictures: ['thumbnail'] },
    ];
    for (const options of wrong) {
      const code = await codeOf(png, 'a.png', options as ConvertOptions);
      expect([options, code]).toEqual([options, 'invalid-options']);
    }
  });
});
