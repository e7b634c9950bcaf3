import type { InputCodec } from '../codec/input.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { InputFormat, OutputFormat } from '../options.ts';
import * as heic from './heic/source.ts';
import { jpegOutput } from './jpeg/output.ts';

/**
 * The formats of most photos are part of the worker's own script, because each part loaded
 * separately costs a round trip to the server. Other formats load when a file needs them.
 */
const inputs: Record<InputFormat, () => Promise<{ input: InputCodec }>> = {
  // A whole module, like the others. Otherwise rolldown adds a helper in a file of its own, for
  // which every format has to wait.
  heic: () => Promise.resolve(heic),
  avif: () => import('./avif/source.ts'),
  webp: () => import('./webp/source.ts'),
  png: () => import('./png/source.ts'),
  jpeg: async () => ({ input: (await import('./jpeg/source.ts')).createJpegInput(openPng) }),
  gif: () => import('./gif/source.ts'),
  bmp: () => import('./bmp/source.ts'),
  jxl: () => import('./jxl/source.ts'),
  tiff: async () => ({
    input: (await import('./tiff/source.ts')).createTiffInput(() => loadInput('raw')),
  }),
  raw: async () => ({
    input: (await import('./raw/source.ts')).createRawInput(() => loadInput('jpeg')),
  }),
  ico: async () => ({
    input: (await import('./ico/source.ts')).createIcoInput(() => loadInput('png')),
  }),
  svg: () => import('./svg/source.ts'),
};

const outputs: Record<OutputFormat, () => Promise<OutputCodec>> = {
  jpeg: async () => jpegOutput,
  png: async () => (await import('./png/output.ts')).pngOutput,
  webp: async () => (await import('./webp/output.ts')).webpOutput,
};

/** A JPEG's depth maps can be PNGs. */
const openPng: InputCodec['open'] = async (bytes) => (await loadInput('png')).open(bytes);

export async function loadInput(format: InputFormat): Promise<InputCodec> {
  return (await inputs[format]()).input;
}

export function loadOutput(format: OutputFormat): Promise<OutputCodec> {
  return outputs[format]();
}
