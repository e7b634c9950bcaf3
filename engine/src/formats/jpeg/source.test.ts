import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { inspectFile } from '../../convert/inspect.ts';
import { runPipeline } from '../../convert/pipeline.ts';

afterEach(() => vi.unstubAllGlobals());

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

test.each([
  [
    'arithmetic codes, which the browser does not know,',
    0xc9,
    'unsupported-feature',
    'jpeg-coding',
  ],
  ['four inks that the browser finds damaged', null, 'corrupt-file', undefined],
])('a picture in %s is refused as such', async (_, frame, code, feature) => {
  class RefusingImageDecoder {
    static isTypeSupported = () => Promise.resolve(true);
    decode = () => Promise.reject(new DOMException('Failed to decode frame', 'EncodingError'));
    close = () => {};
  }
  vi.stubGlobal('ImageDecoder', RefusingImageDecoder);
  const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#2a6' } });
  const coded = await (frame ? picture : picture.toColorspace('cmyk')).jpeg().toBuffer();
  const bytes = new Uint8Array(coded);
  const baseline = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
  if (frame) bytes[baseline + 1] = frame;
  const refused = runPipeline(new Blob([bytes]), 'a.jpg', {});
  await expect(refused).rejects.toMatchObject({ code, feature });
});
