import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { pictureHeader, type PictureHeader } from '../../codec/picture-header.ts';
import { EngineError } from '../../errors.ts';
import { loadOutput } from '../../formats/table.ts';
import { resizePresets, type ConvertOptions, type OutputFormat } from '../../options.ts';
import { inspectFile } from '../inspect.ts';
import { requireMemory } from './memory.ts';
import { planSteps } from './plan.ts';

async function inspectFixture(name: string, options: ConvertOptions = {}) {
  return inspectFile(new Blob([await fixture(name)]), name, options);
}

describe('looking at a file before it is converted', () => {
  test('tells what a phone photo is and carries', async () => {
    expect(await inspectFixture('phone-p3.heic')).toMatchObject({
      format: 'heic',
      nameMatches: true,
      width: 64,
      height: 96,
      bitDepth: 8,
      turned: true,
      turnedByExif: true,
      orientation: 6,
      colorProfile: { name: 'Display P3', kind: 'icc', hdr: false },
      hasAlpha: false,
      pictures: 1,
      metadata: {
        camera: 'Stillpix Fixture 1',
        lens: 'Fixture 28mm f/1.8',
        takenAt: '2026:05:04 10:20:30',
        hasLocation: true,
        hasXmp: true,
      },
    });
  });

  test.each([
    ['grid-rotated.heic', { width: 150, height: 200, turned: true }],
    ['located.jpg', { width: 64, height: 96, turned: true, orientation: 6 }],
    ['alpha.heic', { hasAlpha: true }],
    ['deep-10-bit.heic', { bitDepth: 10 }],
    ['deep-interlaced.png', { bitDepth: 16 }],
    ['animated.gif', { animated: true }],
    ['hdr-pq.heic', { colorProfile: { name: 'Rec. 2020', kind: 'code-points', hdr: true } }],
    ['drawing.avif', { format: 'avif', width: 48, height: 32 }],
  ])('tells what is special about %s', async (name, expected) => {
    expect(await inspectFixture(name)).toMatchObject(expected);
  });

  test('says what will be done, and in which order', async () => {
    const kinds = async (name: string, options: ConvertOptions) =>
      (await inspectFixture(name, options)).plan.steps.map(({ kind }) => kind);
    expect(await kinds('grid.heic', {})).toEqual(['decode', 'encode', 'keep-metadata']);
    expect(await kinds('deep-10-bit.heic', { metadata: 'strip' })).toEqual([
      'decode',
      'reduce-to-8-bit',
      'encode',
      'strip-metadata',
    ]);
    const options = {
      color: 'srgb',
      resize: { ...resizePresets.thumbnail, mode: 'fill' },
    } as const;
    expect(await kinds('phone-p3.heic', options)).toEqual([
      'decode',
      'turn-upright',
      'crop',
      'resize',
      'convert-to-srgb',
      'encode',
      'keep-metadata',
    ]);
    expect(await kinds('alpha.webp', {})).toContain('fill-transparency');
    expect(await kinds('alpha.webp', { format: 'png' })).not.toContain('fill-transparency');
  });

  test('plans the size that a conversion then has', async () => {
    const { plan } = await inspectFixture('located.jpg', { resize: resizePresets.small });
    expect([plan.width, plan.height]).toEqual([267, 400]);
  });
});

describe('what is too big', () => {
  const headerOf = (width: number, height: number): PictureHeader =>
    pictureHeader({ width, height }, { halfChroma: true });

  async function failureOf(width: number, height: number, format: OutputFormat, budget: number) {
    const [header, codec] = [headerOf(width, height), await loadOutput(format)];
    try {
      requireMemory(header, planSteps(header, {}, codec), codec, budget, null);
      return null;
    } catch (error) {
      return error instanceof EngineError ? error : null;
    }
  }

  test('for the format is refused with a size that fits', async () => {
    const failure = await failureOf(20_000, 10_000, 'webp', 8e9);
    expect(failure).toMatchObject({
      code: 'too-large',
      feature: 'webp-side',
      fits: { width: 16_383, height: 8191 },
    });
  });

  test('for the limits of pictures is refused', async () => {
    expect(await failureOf(40_000, 30_000, 'png', 8e9)).toMatchObject({ code: 'too-large' });
  });

  test('is nothing that a phone takes', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      expect(await failureOf(8064, 6048, format, 1.6e9)).toBeNull();
    }
  });
});
