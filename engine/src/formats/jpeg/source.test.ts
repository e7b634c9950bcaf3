import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectFile } from '../../convert/inspect.ts';

test('a picture in four inks is planned as what it becomes: sRGB, without the profile of the inks', async () => {
  const inks = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#2a6' } })
    .toColorspace('cmyk')
    .withIccProfile('cmyk')
    .jpeg()
    .toBuffer();
  const { colorProfile, plan } = await inspectFile(new Blob([new Uint8Array(inks)]), 'print.jpg');
  expect(colorProfile.kind).toBe('icc');
  const steps = plan.steps.map(({ kind }) => kind);
  expect(steps).toContain('convert-to-srgb');
  expect(steps).not.toContain('carry-profile');
});
