import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusFolder } from '../../testing/folders.ts';
import {
  depthUrn,
  grayPicture,
  spatialPhoto,
  writeNamedPictures,
} from '../../testing/named-pictures.ts';
import { fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import { createPool, type ConvertOptions } from '../index.ts';

const pool = createPool();

async function convert(bytes: Uint8Array<ArrayBuffer>, options: ConvertOptions = {}) {
  return pool.convert(new Blob([bytes]), { name: 'photo.heic', ...options });
}

const rolesOf = ({ role, others }: Awaited<ReturnType<typeof convert>>) => [
  role,
  ...others.map((other) => other.role),
];

describe('pictures that a file names', () => {
  test('are listed by name before anything is converted', async () => {
    const seen = await pool.inspect(new Blob([await spatialPhoto()]));
    expect(seen.roles).toEqual(['main', 'right-eye', 'depth-map', 'portrait-matte']);
    expect(seen.pictures).toBe(2);
  });

  test.each<[ConvertOptions['pictures'], string[]]>([
    ['primary', ['main']],
    ['all', ['main', 'right-eye']],
    ['everything', ['main', 'right-eye', 'depth-map', 'portrait-matte']],
    [['depth-map'], ['main', 'depth-map']],
    [
      ['portrait-matte', 'right-eye'],
      ['main', 'right-eye', 'portrait-matte'],
    ],
    [[], ['main']],
  ])('come along where they are asked for: %j', async (pictures, roles) => {
    const result = await convert(await spatialPhoto(), { ...(pictures && { pictures }) });
    expect(rolesOf(result)).toEqual(roles);
    // Leaving out a depth map needs no note; leaving out the other eye of a stereo pair does.
    expect(result.notes.includes('other-pictures-left-out')).toBe(!roles.includes('right-eye'));
  });

  test.each(['jpeg', 'png', 'webp'] as const)('keep their samples as %s', async (format) => {
    const { others } = await convert(await spatialPhoto(), { format, pictures: ['depth-map'] });
    const whole = await convert(await grayPicture(), { format: 'png' });
    const [depth, gray] = await Promise.all(
      [others[0]!.blob, whole.blob].map((b) => readPixels(b)),
    );
    expect(psnrOf(depth!, gray!)).toBeGreaterThan(format === 'png' ? 98 : 35);
  });

  test('are cropped to what the picture shows then', async () => {
    const { width, height } = await convert(await spatialPhoto());
    const crop = { x: width / 2, y: 0, width: width / 2, height };
    const whole = await convert(await spatialPhoto(), { pictures: ['depth-map'], format: 'png' });
    const [depth] = whole.others;
    const half = await convert(await spatialPhoto(), {
      pictures: ['depth-map'],
      format: 'png',
      crop,
    });
    const cropped = half.others[0]!;
    expect(Math.abs(cropped.width - depth!.width / 2)).toBeLessThanOrEqual(1);
    expect(cropped.height).toBe(depth!.height);
  });

  test('of a series are told from those of which the file says nothing', async () => {
    const main = await fixture('phone-p3.heic');
    for (const [group, role] of [
      ['brst', 'burst'],
      ['aebr', 'bracket'],
      ['albc', 'further'],
    ] as const) {
      const file = writeNamedPictures({ main, right: main, group });
      expect((await pool.inspect(new Blob([file]))).roles).toEqual(['main', role]);
    }
  });

  test('that are broken are not offered, and the picture is converted', async () => {
    const file = await spatialPhoto();
    const urn = Buffer.from(file).indexOf(depthUrn);
    file[urn + depthUrn.length - 1] = 0x37;
    const seen = await pool.inspect(new Blob([file]));
    expect(seen.roles).toEqual(['main', 'right-eye', 'portrait-matte']);
    expect((await convert(file)).role).toBe('main');
  });

  test('that nobody knows cannot be asked for', async () => {
    const pictures = ['left-hand'] as unknown as ConvertOptions['pictures'];
    await expect(convert(await spatialPhoto(), { ...(pictures && { pictures }) })).rejects.toThrow(
      /depth-map/,
    );
  });
});

const real = (name: string) => join(corpusFolder, 'derived', name);

test.skipIf(!existsSync(real('stereo_1200x800.heic')))(
  'real files of a stereo pair and of a burst name what they hold',
  async () => {
    const read = async (name: string) => convert(readBytes(name), { pictures: 'everything' });
    const stereo = await read('stereo_1200x800.heic');
    expect(rolesOf(stereo)).toEqual(['main', 'right-eye']);
    const [left, right] = await Promise.all(
      [stereo.blob, stereo.others[0]!.blob].map((blob) => readPixels(blob)),
    );
    const likeness = psnrOf(left!, right!);
    expect(likeness).toBeGreaterThan(5);
    expect(likeness).toBeLessThan(40);
    expect(rolesOf(await read('bird_burst.heic'))).toEqual(['main', ...Array(3).fill('further')]);
  },
);

function readBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(real(name)));
}
