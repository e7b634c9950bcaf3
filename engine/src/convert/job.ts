import { requireFormat } from '../formats/require-format.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import type { FileOptions, InputFormat } from '../options.ts';
import type { Chosen } from '../strips/task.ts';
import { requireValid } from './validate.ts';
import { findVideo, keepsVideo, type KeptVideo } from './video.ts';
import { listWanted, optionsFor } from './wanted-pictures.ts';
import { planPicture, type PlannedPicture, type PictureRequest } from './ways.ts';

/** What one run of the pipeline tells its caller on the way. */
export interface Hooks {
  /** From 0 to 1, never less than before. */
  onProgress?: (fraction: number) => void;
  /** The work ahead needs at most so many seconds. */
  onDeadline?: (seconds: number) => void;
}

/** For fetching and compiling a codec over a slow line. */
export const secondsToLoad = 60;

/** A file that is opened, and the plans for the pictures that are wanted of it. */
export interface Job extends PictureRequest {
  /** The video of the photo, where one is asked for. */
  found: KeptVideo | null;
  format: InputFormat;
  name: string;
  started: number;
  /** Indices of the pictures that are asked for, the primary one first. */
  wanted: number[];
  /** By these. */
  pictures: Readonly<Record<number, PlannedPicture>>;
}

/** What is asked for once quality and size are known; what fills a box fills a smaller one. */
function chosenOptions(options: FileOptions, { quality, size }: Chosen): FileOptions {
  const { resize } = options;
  const fills = resize?.mode === 'fill';
  return {
    ...options,
    quality,
    resize: fills ? { ...resize, ...size } : { ...size, mode: 'stretch' },
  };
}

/** Sniffs, opens and plans. */
export async function prepareJob(
  file: Blob,
  name: string,
  asked: FileOptions,
  hooks: Hooks,
  chosen?: Chosen,
): Promise<Job> {
  const started = performance.now();
  requireValid(asked);
  const options = chosen ? chosenOptions(asked, chosen) : asked;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = requireFormat(bytes);
  hooks.onDeadline?.(secondsToLoad);
  const [input, codec] = await Promise.all([
    loadInput(format),
    loadOutput(options.format ?? 'jpeg'),
  ]);
  const source = await input.open(bytes);
  const found = await findVideo(source, file, options);
  const video = keepsVideo(options, codec) ? found : null;
  const request: PictureRequest = { bytes, codec, options, source, video };
  const wanted = listWanted(source, options);
  const pictures: Record<number, PlannedPicture> = {};
  for (const index of wanted) {
    const own = { ...request, options: optionsFor(source, index, options) };
    pictures[index] = await planPicture(own, index);
  }
  return { ...request, found, format, name, started, wanted, pictures };
}
