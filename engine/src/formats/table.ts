import type { InputCodec } from '../codec/input.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { InputFormat, OutputFormat } from '../options.ts';
import * as heic from './heic/source.ts';
import { jpegOutput } from './jpeg/output.ts';

/**
 * What most photos are lies in the worker's own script: each part that is loaded by itself costs a way to
 * the server and back. Every other format is loaded when a file needs it.
 */
const inputs: Record<InputFormat, () => Promise<{ input: InputCodec }>> = {
  // As a whole module, like the others: rolldown has a helper for these, which otherwise is a file of its own that
  // every format waits for.
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
  raw: async () => ({ input: (await import('./raw/source.ts')).createRawInput(openJpeg) }),
  ico: async () => ({ input: (await import('./ico/source.ts')).createIcoInput(openPng) }),
  svg: () => import('./svg/source.ts'),
};

const outputs: Record<OutputFormat, () => Promise<OutputCodec>> = {
  jpeg: async () => jpegOutput,
  png: async () => (await import('./png/output.ts')).pngOutput,
  webp: async () => (await import('./webp/output.ts')).webpOutput,
};

/** Depth maps of JPEGs are PNGs, and large icons. */
const openPng: InputCodec['open'] = async (bytes) => (await loadInput('png')).open(bytes);

/** What a camera's raw file shows of itself is a JPEG. */
const openJpeg: InputCodec['open'] = async (bytes) => (await loadInput('jpeg')).open(bytes);

export async function loadInput(format: InputFormat): Promise<InputCodec> {
  return (await inputs[format]()).input;
}

export function loadOutput(format: OutputFormat): Promise<OutputCodec> {
  return outputs[format]();
}
