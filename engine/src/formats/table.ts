import type { InputCodec } from '../codec/input.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { InputFormat, OutputFormat } from '../options.ts';
import { heicInput } from './heic/source.ts';
import { jpegOutput } from './jpeg/output.ts';

/**
 * What most photos are lies in the worker's own script: each part that is loaded by itself costs a way to
 * the server and back. Every other format is loaded when a file needs it.
 */
const inputs: Record<InputFormat, () => Promise<InputCodec>> = {
  heic: async () => heicInput,
  avif: async () => (await import('./avif/source.ts')).avifInput,
  webp: async () => (await import('./webp/source.ts')).webpInput,
  png: async () => (await import('./png/source.ts')).pngInput,
  jpeg: async () => (await import('./jpeg/source.ts')).createJpegInput(openPng),
  gif: async () => (await import('./gif/source.ts')).gifInput,
  bmp: async () => (await import('./bmp/source.ts')).bmpInput,
  jxl: async () => (await import('./jxl/source.ts')).jxlInput,
};

const outputs: Record<OutputFormat, () => Promise<OutputCodec>> = {
  jpeg: async () => jpegOutput,
  png: async () => (await import('./png/output.ts')).pngOutput,
  webp: async () => (await import('./webp/output.ts')).webpOutput,
};

/** Depth maps of JPEGs are PNGs. */
const openPng: InputCodec['open'] = async (bytes) => (await loadInput('png')).open(bytes);

export function loadInput(format: InputFormat): Promise<InputCodec> {
  return inputs[format]();
}

export function loadOutput(format: OutputFormat): Promise<OutputCodec> {
  return outputs[format]();
}
