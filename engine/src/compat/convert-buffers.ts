/** `heic-convert` 2 by its documentation, for whichever engine runs it. */
import type { convert, inspect } from '../index.ts';
import { EngineError } from '../errors.ts';
import { sniff } from '../formats/sniff.ts';
import type { OutputFormat } from '../options.ts';
import { likeCanvas, qualityOfProduct } from './quality.ts';

export interface HeicConvertOptions {
  buffer: ArrayBuffer | Uint8Array;
  format: 'JPEG' | 'PNG';
  /** 0 to 1, default 0.92; for JPEG. */
  quality?: number;
}

/** One picture of a file, converted when it is asked for. */
export interface HeicPicture {
  convert(): Promise<Uint8Array>;
}

export interface HeicConvert {
  /** The main picture. */
  (options: HeicConvertOptions): Promise<Uint8Array>;
  /** Every picture of the file. */
  all(options: HeicConvertOptions): Promise<HeicPicture[]>;
}

const formats: Record<string, OutputFormat> = { JPEG: 'jpeg', PNG: 'png' };

function requireFormat(format: string): OutputFormat {
  const found = formats[format];
  if (found) return found;
  throw new Error(`output format needs to be one of [${Object.keys(formats).join(',')}]`);
}

function requireHeic(buffer: ArrayBuffer | Uint8Array): Blob {
  const bytes = buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer);
  const format = sniff(bytes);
  if (format !== 'heic' && format !== 'avif')
    throw new TypeError('input buffer is not a HEIC image');
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

/** In Node what comes back is a Buffer, which is a Uint8Array. */
async function bytesOf(blob: Blob): Promise<Uint8Array> {
  const { Buffer: InNode } = globalThis as { Buffer?: { from(bytes: ArrayBuffer): Uint8Array } };
  const bytes = await blob.arrayBuffer();
  return InNode ? InNode.from(bytes) : new Uint8Array(bytes);
}

interface Engine {
  convert: typeof convert;
  inspect: typeof inspect;
}

/** The function of heic-convert on an engine. It rejects as that does: `Error` and `TypeError` with its words. */
export function makeHeicConvert(engine: Engine): HeicConvert {
  const optionsFor = (format: OutputFormat, quality: number) => ({
    ...likeCanvas,
    format,
    quality: qualityOfProduct(quality),
  });
  const one = async ({
    buffer,
    format,
    quality = 0.92,
  }: HeicConvertOptions): Promise<Uint8Array> => {
    const options = optionsFor(requireFormat(format), quality);
    const result = await engine.convert(requireHeic(buffer), options);
    return bytesOf(result.blob);
  };
  const all = async ({ buffer, format, quality = 0.92 }: HeicConvertOptions) => {
    const options = optionsFor(requireFormat(format), quality);
    const file = requireHeic(buffer);
    const { pictures } = await engine.inspect(file);
    let converted: Promise<Blob[]> | undefined;
    const convertAll = async (): Promise<Blob[]> => {
      const result = await engine.convert(file, { ...options, pictures: 'all' });
      return [result.blob, ...result.others.map((other) => other.blob)];
    };
    const forget = (error: unknown): never => {
      converted = undefined;
      throw error;
    };
    return Array.from({ length: pictures }, (_, index) => ({
      async convert(): Promise<Uint8Array> {
        const blob = (await (converted ??= convertAll().catch(forget)))[index];
        if (!blob) throw new EngineError('corrupt-file', `There is no picture ${index}`);
        return bytesOf(blob);
      },
    }));
  };
  return Object.assign(one, { all });
}
