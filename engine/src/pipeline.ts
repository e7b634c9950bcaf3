import { EngineError } from './errors.ts';
import { addJpegMetadata } from './jpeg/metadata.ts';

import { describeUpright } from './metadata/exif.ts';
import { quality as qualityRange } from './options.ts';
import type { ConvertOptions, ConvertResult, Note } from './options.ts';
import { requireFormat } from './format.ts';
import { formatOfName } from './sniff.ts';
import { loadWasm } from './wasm.ts';

/** What one run of the pipeline tells its caller on the way. */
export interface Hooks {
  onProgress?: (fraction: number) => void;
  /** The work ahead needs at most so many seconds. */
  onDeadline?: (seconds: number) => void;
}

/** For fetching and compiling a codec over a slow line. */
const secondsToLoad = 60;

/** Twenty times what a phone of 2018 takes for a photo of that many bytes. */
function secondsToWork(bytes: number): number {
  return 9 + bytes / 100_000;
}

/** The whole line in this thread: sniff, decode, encode, metadata. */
export async function runPipeline(
  file: Blob,
  name: string,
  options: ConvertOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  const start = performance.now();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = requireFormat(bytes);
  if (format !== 'heic')
    throw new EngineError('unsupported-format', `No decoder for ${format}`, { feature: format });
  const promised = formatOfName(name);
  const notes: Note[] = promised && promised !== format ? ['name-does-not-match-content'] : [];
  hooks.onDeadline?.(secondsToLoad);
  const { decodeHeic } = await import('./libheif/decode.ts');
  await loadWasm('libheif');
  hooks.onDeadline?.(secondsToWork(bytes.length));
  const { raster, metadata } = await decodeHeic(bytes);
  hooks.onProgress?.(0.6);
  const { encodeMozjpeg } = await import('./jpeg/mozjpeg.ts');
  const jpeg = await encodeMozjpeg(raster, options.quality ?? qualityRange.default);
  const exif = metadata.exif && describeUpright(metadata.exif, raster.width, raster.height);
  const parts = addJpegMetadata(jpeg, { ...metadata, ...(exif && { exif }) }, raster.color);
  return {
    blob: new Blob(parts, { type: 'image/jpeg' }),
    format: 'jpeg',
    width: raster.width,
    height: raster.height,
    notes,
    input: format,
    others: [],
    milliseconds: performance.now() - start,
  };
}
