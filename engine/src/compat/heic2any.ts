/** `heic2any` 0.0.4 by its documentation (options.md, errors.md): the same call, results and errors. */
import { convert } from '#convert';
import { EngineError, nameContent, sniff, sniffLength } from '../index.ts';
import type { OutputFormat } from '../options.ts';
import { likeCanvas, qualityOfCanvas } from './quality.ts';

export interface Heic2anyOptions {
  blob: Blob;
  /** All pictures of the file, as an array. */
  multiple?: boolean;
  /** `image/jpeg`, or else a PNG. `image/gif` is refused with code 3. */
  toType?: string;
  /** 0 to 1, 0.92 for anything else; for JPEG. */
  quality?: number;
  /** Taken and ignored: there is no GIF. */
  gifInterval?: number;
}

/** What the promise rejects with: a plain object, as from heic2any. */
export interface Heic2anyError {
  /** 0 unknown, 1 wrong parameters, 2 the file, 3 GIF. */
  code: 0 | 1 | 2 | 3;
  message: string;
}

const classes = { 0: 'ERR_UNKNOWN', 1: 'ERR_USER', 2: 'ERR_LIBHEIF', 3: 'ERR_GIF' } as const;

class Refusal extends Error {
  readonly asObject: Heic2anyError;

  constructor(code: Heic2anyError['code'], message: string) {
    super(message);
    this.asObject = { code, message: `${classes[code]} ${message}` };
  }
}

async function requireHeic(blob: Blob): Promise<void> {
  const start = new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer());
  const format = sniff(start);
  if (format === 'heic' || format === 'avif') return;
  if (format === 'tiff' || format === 'raw')
    throw new Refusal(2, `format not supported: ${format}`);
  if (format !== null) throw new Refusal(1, `Image is already browser readable: image/${format}`);
  throw new Refusal(2, `format not supported: ${nameContent(start) ?? 'unknown'}`);
}

async function run({ blob, multiple, toType, quality }: Heic2anyOptions): Promise<Blob | Blob[]> {
  if (!(blob instanceof Blob)) throw new Refusal(1, 'library only accepts BLOBs as input');
  if (toType === 'image/gif') throw new Refusal(3, 'animated GIFs are not made');
  const format: OutputFormat = toType === 'image/jpeg' ? 'jpeg' : 'png';
  await requireHeic(blob);
  const pictures = multiple ? ('all' as const) : ('primary' as const);
  const options = { ...likeCanvas, format, quality: qualityOfCanvas(quality), pictures };
  const result = await convert(blob, options);
  return multiple ? [result.blob, ...result.others.map((other) => other.blob)] : result.blob;
}

function describe(error: unknown): Heic2anyError {
  if (error instanceof Refusal) return error.asObject;
  const message = error instanceof Error ? error.message : String(error);
  const isFile = error instanceof EngineError && /^(corrupt|unsupported|empty)/.test(error.code);
  const code = isFile ? 2 : 0;
  return { code, message: `${classes[code]} ${message}` };
}

/**
 * Converts a HEIC file to PNG or JPEG. Resolves to a Blob, or with `multiple` to an array of them.
 * Rejects with a `Heic2anyError`, which is no Error.
 */
export default async function heic2any(options: Heic2anyOptions): Promise<Blob | Blob[]> {
  try {
    return await run(options);
  } catch (error) {
    // eslint-disable-next-line no-throw-literal, typescript/only-throw-error -- what the documentation says
    throw describe(error);
  }
}
