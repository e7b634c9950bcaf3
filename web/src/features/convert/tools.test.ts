import { describe, expect, test } from 'vitest';
import { toPixels } from './geometry/crop.ts';
import { upright } from './geometry/turn.ts';
import {
  allowedQuality,
  defaultOptions,
  sizePresets,
  toConvertOptions,
  type ToolKind,
} from './tools.ts';

const unknownSource = { dimensions: null, turn: upright, crop: null, movie: null, recoded: null };
const landscape = {
  dimensions: { width: 4000, height: 3000 },
  turn: upright,
  crop: null,
  movie: null,
  recoded: null,
};

describe('what a page asks of the engine', () => {
  test.each([
    ['convert', 'jpeg', 92, '#ffffff'],
    ['compress', 'jpeg', 85, '#ffffff'],
    ['resize-crop', 'jpeg', 92, '#ffffff'],
    ['jpg-to-webp', 'webp', 92, undefined],
    ['heic-to-png', 'png', undefined, undefined],
  ] as const)('%s makes %s at quality %s on %s', (tool, format, quality, background) => {
    const asked = toConvertOptions(tool, defaultOptions(tool), unknownSource);
    expect(asked).toMatchObject({
      format,
      keepSmallerOriginal: tool === 'compress',
      salvage: true,
      metadata: 'keep',
    });
    expect(asked.quality).toBe(quality);
    expect(asked.background).toBe(background);
  });

  test('gives a size limit in bytes, and only where quality can meet it', () => {
    const limited = { ...defaultOptions('convert'), targetKilobytes: 300 };
    expect(toConvertOptions('convert', limited, unknownSource).targetBytes).toBe(300_000);
    expect(toConvertOptions('convert', limited, unknownSource).fewerPixels).toBe(true);
    const large = { ...limited, shrink: false };
    expect(toConvertOptions('convert', large, unknownSource).fewerPixels).toBe(false);
    const lossless = { ...defaultOptions('heic-to-png'), targetKilobytes: 300 };
    expect(toConvertOptions('heic-to-png', lossless, unknownSource).targetBytes).toBeUndefined();
  });
});

describe('the video of a live or motion photo', () => {
  const movie = new File(['movie'], 'a.mov');
  test.each([
    ['convert', undefined],
    ['motion-photo', 'keep'],
    ['video-out', 'beside'],
  ] as const)('%s asks the engine for %s', (tool, video) => {
    const source = { ...unknownSource, movie };
    const asked = toConvertOptions(tool, defaultOptions(tool), source);
    expect(asked.video).toBe(video);
    expect(asked.liveMovie).toBe(movie);
  });
});

describe('resizing', () => {
  const resize = (part: object) =>
    toConvertOptions('resize-crop', { ...defaultOptions('resize-crop'), ...part }, landscape)
      .resize;

  test('keeps the size when none is given', () => {
    expect(resize({})).toBeUndefined();
  });

  test('fits the whole picture into a preset while the ratio is kept', () => {
    expect(resize(sizePresets.instagram)).toMatchObject({ width: 1080, height: 1080, mode: 'fit' });
  });

  test('fills and cuts when asked, at the chosen position', () => {
    expect(
      resize({ ...sizePresets.twitterHeader, fitting: 'fill', cropPosition: 'top-left' }),
    ).toEqual({
      width: 1500,
      height: 500,
      mode: 'fill',
      position: 'top-left',
    });
  });

  test('stretches when the ratio is not to be kept', () => {
    expect(resize({ ...sizePresets.small, keepAspectRatio: false })).toMatchObject({
      mode: 'stretch',
    });
  });

  test('lets one side follow from the other', () => {
    expect(resize({ width: 800 })).not.toHaveProperty('height');
  });
});

describe('cropping', () => {
  const crop = (part: object, source: Parameters<typeof toConvertOptions>[2] = landscape) =>
    toConvertOptions('resize-crop', { ...defaultOptions('resize-crop'), ...part }, source).crop;

  test('cuts the middle by default', () => {
    expect(crop({ cropWidth: 1000, cropHeight: 1000 })).toEqual({
      x: 1500,
      y: 1000,
      width: 1000,
      height: 1000,
    });
  });

  test('cuts the top left when asked', () => {
    expect(crop({ cropWidth: 1000, cropHeight: 500, cropPosition: 'top-left' })).toEqual({
      x: 0,
      y: 0,
      width: 1000,
      height: 500,
    });
  });

  test('keeps inside a picture that is smaller than the crop', () => {
    expect(crop({ cropWidth: 9000 })).toEqual({ x: 0, y: 0, width: 4000, height: 3000 });
  });

  test('prefers the rectangle drawn by hand', () => {
    const drawn = { ...landscape, crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.25 } };
    expect(crop({ cropWidth: 10, cropHeight: 10 }, drawn)).toEqual({
      x: 1000,
      y: 1500,
      width: 2000,
      height: 750,
    });
  });

  test('never leaves the picture nor vanishes, whatever was drawn', () => {
    const size = { width: 3, height: 2 };
    expect(toPixels({ x: 1, y: 1, width: 0, height: 0 }, size)).toEqual({
      x: 2,
      y: 1,
      width: 1,
      height: 1,
    });
    expect(toPixels({ x: 0.4, y: 0, width: 0.9, height: 1.2 }, size)).toEqual({
      x: 1,
      y: 0,
      width: 2,
      height: 2,
    });
  });
});

describe('quality', () => {
  test('is free to choose for Pro, from 50 to 100', () => {
    expect(allowedQuality('convert', 63, true)).toBe(63);
    expect(allowedQuality('convert', 12, true)).toBe(50);
    expect(allowedQuality('convert', 140, true)).toBe(100);
  });

  test('is one of the presets or the tool’s default for everyone else', () => {
    expect([70, 85, 95].map((quality) => allowedQuality('convert', quality, false))).toEqual([
      70, 85, 95,
    ]);
    const tools: ToolKind[] = ['convert', 'compress'];
    expect(tools.map((tool) => allowedQuality(tool, 63, false))).toEqual([92, 85]);
  });
});
