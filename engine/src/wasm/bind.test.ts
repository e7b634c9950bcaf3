import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ssimulacra2Signatures } from '../../testing/ssimulacra2.ts';
import { toneSignatures } from '../color/tone-map.ts';
import { lzwSignatures } from '../lzw/expander.ts';
import { webpRgbaSignatures } from '../formats/webp/planes-to-rgba.ts';
import { webpModesSignatures } from '../formats/webp/vp8-modes.ts';
import { vp8Signatures } from '../formats/webp/vp8-module.ts';
import { vp8lSignatures } from '../formats/webp/lossless/vp8l-module.ts';
import { jpegSignatures } from '../formats/jpeg/encoder/exports.ts';
import { pngSignatures } from '../formats/png/compressor.ts';
import { inflateSignatures } from '../formats/png/inflater.ts';
import { unfilterSignatures } from '../formats/png/row-unfilter.ts';
import { hevcSignatures } from '../hevc/decoder.ts';
import { jpegDecoderSignatures } from '../jpeg-decoder/module.ts';
import { rasterSignatures } from '../planes/to-rgba.ts';
import { pixelSignatures } from '../transform/pixel-resampler.ts';
import { resampleSignatures } from '../transform/plane-resampler.ts';
import { bindExports, type Signatures } from './bind.ts';
import { ThreadCodec } from './thread-codec.ts';

/** The parameters of each function that the sources of a module export. */
function readSignatures(module: string): Record<string, string[]> {
  const folder = join(import.meta.dirname, '../../assembly', module);
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const found = [...sources.join('\n').matchAll(/^export function (\w+)\(([^)]*)\)/gm)];
  const functions = found.map(([, name = '', parameters = '']) => [
    name,
    parameters
      .split(',')
      .map((parameter) => parameter.split(':')[0]!.trim())
      .filter((parameter) => parameter !== ''),
  ]);
  return Object.fromEntries(functions);
}

const modules: Record<string, Signatures> = {
  hevc: hevcSignatures,
  jpeg: jpegSignatures,
  'jpeg-decoder': jpegDecoderSignatures,
  lzw: lzwSignatures,
  png: { ...pngSignatures, ...inflateSignatures, ...unfilterSignatures },
  raster: { ...rasterSignatures, ...webpRgbaSignatures },
  resample: { ...resampleSignatures, ...pixelSignatures },
  ssimulacra2: ssimulacra2Signatures,
  tone: toneSignatures,
  vp8: vp8Signatures,
  vp8l: vp8lSignatures,
  'webp-modes': webpModesSignatures,
};

describe.each(Object.entries(modules))('the functions of assembly/%s', (module, signatures) => {
  test('take their arguments in the order that the engine passes them in', () => {
    const declared = readSignatures(module);
    const bound = Object.keys(signatures).map((name) => [name, declared[name]]);
    expect(Object.fromEntries(bound)).toEqual(signatures);
  });
});

test('passes arguments by name, in whichever order they are written', () => {
  const calls: number[][] = [];
  const exports = { fill: (...args: number[]) => void calls.push(args) };
  const { fill } = bindExports(exports, { fill: ['start', 'end', 'value'] } as const);
  fill({ value: 7, end: 20, start: 10 });
  expect(calls).toEqual([[10, 20, 7]]);
});

describe("a thread's codec", () => {
  test('is made once, and again when it was dropped or did not start', async () => {
    const made: number[] = [];
    let broken = false;
    const codec = new ThreadCodec(async () => {
      if (broken) throw new Error('offline');
      made.push(made.length);
      return made.length;
    });
    expect(await Promise.all([codec.require(), codec.require()])).toEqual([1, 1]);
    codec.drop();
    broken = true;
    await expect(codec.require()).rejects.toThrow('offline');
    broken = false;
    expect(await codec.require()).toBe(2);
    expect(await codec.require()).toBe(2);
  });
});
