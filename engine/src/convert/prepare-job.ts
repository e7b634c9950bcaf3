import type { InputCodec, Source } from '../codec/input.ts';
import { EngineError } from '../errors.ts';
import { requireFormat } from '../formats/require-format.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import type { FileOptions, InputFormat } from '../options.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import type { Chosen } from '../strips/tasks/size-limit.ts';
import type { Hooks, Job } from './plan/job.ts';
import { loadWhole } from './load-whole.ts';
import { requireValid } from './validate.ts';
import { findVideo, keepsVideo } from './plan/video.ts';
import { listWanted, optionsFor } from './plan/wanted-pictures.ts';
import type { PictureRequest } from './plan/picture-request.ts';
import { planPicture, type PlannedPicture } from './plan/ways.ts';

/** Formats that are never converted in strips of tiles. */
const wholeFormats: ReadonlySet<InputFormat> = new Set([
  ...(['png', 'webp', 'gif', 'bmp', 'jxl', 'tiff', 'ico'] as const),
]);

/** The options with the chosen quality and size. The mode `fill` is kept for the smaller size. */
function chosenOptions(options: FileOptions, { quality, size }: Chosen): FileOptions {
  const { resize } = options;
  const fills = resize?.mode === 'fill';
  return {
    ...options,
    quality,
    resize: fills ? { ...resize, ...size } : { ...size, mode: 'stretch' },
  };
}

/** Opens a sound file, or one that has turned out to be damaged. */
function openSource(
  input: InputCodec,
  bytes: Uint8Array<ArrayBuffer>,
  isDamaged: boolean,
): Promise<Source> {
  if (!isDamaged) return input.open(bytes);
  if (!input.openDamaged) throw new EngineError('corrupt-file', 'Nothing can be salvaged');
  return input.openDamaged(bytes);
}

/**
 * Sniffs, opens and plans.
 *
 * @param chosen Quality and size, once they are known.
 * @param isDamaged Whether to salvage what can be read.
 */
export async function prepareJob(
  file: Blob,
  name: string,
  asked: FileOptions,
  hooks: Hooks,
  { chosen = null, isDamaged = false }: { chosen?: Chosen | null; isDamaged?: boolean } = {},
): Promise<Job> {
  const started = performance.now();
  requireValid(asked);
  const options = chosen ? chosenOptions(asked, chosen) : asked;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sniffed = await requireFormat(bytes);
  hooks.onDeadline?.(secondsToLoad);
  const [input, codec] = await Promise.all([
    loadInput(sniffed),
    loadOutput(options.format ?? 'jpeg'),
    // Loaded in parallel, because it will be needed.
    wholeFormats.has(sniffed) ? loadWhole() : null,
  ]);
  const source = await openSource(input, bytes, isDamaged);
  const found = await findVideo(source, file, options);
  const video = keepsVideo(options, codec) ? found : null;
  const request: PictureRequest = { bytes, codec, options, source, video, chosen };
  const wanted = listWanted(source, options);
  const pictures: Record<number, PlannedPicture> = {};
  for (const index of wanted) {
    const own = { ...request, options: optionsFor(source, index, options) };
    pictures[index] = await planPicture(own, index, loadWhole);
  }
  return { ...request, found, format: source.format, name, started, wanted, pictures };
}
