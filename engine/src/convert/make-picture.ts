import { readBands } from '../browser/image-decoder.ts';
import type { BandedPicture, Source } from '../codec/input.ts';
import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import { profileFor } from '../color/profile-for.ts';
import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { Note } from '../options.ts';
import type { Raster, UntaggedRaster } from '../planes/raster.ts';
import { findOpaque, flatten, unpremultiply } from '../transform/alpha.ts';
import { isGrayColor } from '../transform/color-text.ts';
import { isTurned, place } from '../transform/orient.ts';
import { type Bands, resize, resizeBands } from '../transform/resize.ts';
import { type Applied, applyToSamples } from './apply-steps.ts';
import { encodeGainMap, type PreparedGainMap } from './gain-map.ts';
import type { Job } from './plan/job.ts';
import { memoryBudget } from './plan/memory-budget.ts';
import { requireBounded, requireMemory } from './plan/memory.ts';
import {
  encodingOf,
  firstBackground,
  hasStep,
  mapShare,
  mostBesideSmall,
  type Plan,
} from './plan/plan.ts';

/** The share of the work that is behind a picture when it is ready to be encoded. */
const renderedShare = 0.7;

/** How one picture's conversion tells how far it is. */
export interface PictureHooks {
  onShare: (share: number) => void;
  onLoad: (state: 'begins' | 'done') => void;
}

/** A picture without metadata and profile, and the profile that goes with it. */
export interface BarePicture {
  bytes: Uint8Array<ArrayBuffer>;
  icc: Uint8Array | undefined;
  notes: Note[];
  /** Where it has fewer pixels than planned. */
  size?: Size;
  /** What tone mapping has left of the picture's brightness. */
  made?: PreparedGainMap | null;
  /** The gain map, where it had to be encoded before the picture. */
  gainMap?: EncodedGainMap | null;
  /** See `ConvertedPicture.missing`; 0 where nothing is. */
  missing?: number;
}

/** The plan's ways in turn; strips are not for one thread, and the last way always ends in a picture. */
export async function encodeByWays(
  job: Job,
  index: number,
  metadata: MetadataBlocks,
  prepared: PreparedGainMap | null,
  hooks: PictureHooks,
): Promise<BarePicture> {
  const { ways } = job.pictures[index]!.plan;
  requirePossible(job, index);
  const asStored =
    (ways.includes('planes') && (await encodeFromPlanes(job, index))) ||
    (ways.includes('pixels') && (await encodeFromPixels(job, index)));
  return asStored || encodeFromRaster(job, index, metadata, prepared, hooks);
}

/** Loads what decodes and encodes the file's pictures. */
export async function loadCodecs({ source, codec, pictures }: Job): Promise<void> {
  const { settings } = encodingOf(pictures[0]!.plan);
  await Promise.all([source.load(), codec.load(settings)]);
}

/** Throws as `requireBounded`. */
export function requirePossible({ format, source, pictures }: Job, index: number): void {
  const { plan } = pictures[index]!;
  const bands = source.findBands?.(index, plan.turn) ?? null;
  requireBounded(format, source.pictures[index]!, plan, bands?.bandPixels ?? null);
}

async function encodeFromPlanes(job: Job, index: number): Promise<BarePicture | null> {
  const planes = await job.source.decodePlanes!(index);
  if (!planes) return null;
  const { settings } = encodingOf(job.pictures[index]!.plan);
  const bytes = await job.codec.encodePlanes!(planes, settings);
  return { bytes, icc: profileFor(job.source.pictures[index]!.color), notes: [] };
}

async function encodeFromPixels(job: Job, index: number): Promise<BarePicture | null> {
  const pixels = await job.source.decodePixels!(index, 'opaque');
  if (!pixels) return null;
  const { settings } = encodingOf(job.pictures[index]!.plan);
  const { gray, color } = job.source.pictures[index]!;
  try {
    const bytes = await job.codec.encodePixels!(pixels, gray, settings);
    return { bytes, icc: profileFor(color), notes: [] };
  } finally {
    pixels.close();
  }
}

/** A picture decoded, upright and of the result's size; the plan's further steps are still to be applied. */
export async function makeRaster(
  { source, codec, pictures }: Job,
  index: number,
  { onShare, onLoad }: PictureHooks,
): Promise<Applied> {
  const { plan } = pictures[index]!;
  const bands = source.findBands?.(index, plan.turn) ?? null;
  requireMemory(source.pictures[index]!, plan, codec, memoryBudget(), bands?.bandPixels ?? null);
  const fill = new FirstFill(firstBackground(plan));
  const inBands =
    bands && plan.ways.includes('bands')
      ? await shrinkBands(bands, plan, fill)
      : await shrinkPixels(source, index, plan, fill);
  const sized = inBands ?? (await decodeAndSize(source, index, plan, fill, onLoad));
  onShare(0.5);
  const { missing = 0 } = sized;
  const notes: Note[] = [
    ...(missing > 0 ? (['partly-missing'] as const) : []),
    ...(sized.mayBeDamaged && missing === 0 ? (['may-be-damaged'] as const) : []),
    ...(fill.isFilled ? (['transparency-filled'] as const) : []),
  ];
  return { raster: sized, made: null, notes, missing };
}

/** Lays a picture, or its parts one by one, on a color. */
class FirstFill {
  readonly #background: string | null;
  #isFilled = false;

  /** @param background `null` where nothing is to be done yet. */
  constructor(background: string | null) {
    this.#background = background;
  }

  /** Whether any pixel so far was not opaque. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Whether all pixels are opaque once they are laid. */
  get isPlanned(): boolean {
    return this.#background !== null;
  }

  /** In place. */
  fill(raster: Raster): void {
    findOpaque(raster);
    if (raster.opaque || this.#background === null) return;
    this.#isFilled = true;
    flatten(unpremultiply(raster), this.#background);
  }

  async *fillBands(bands: Bands): AsyncGenerator<Raster> {
    for await (const band of bands) {
      if (this.#background !== null) {
        this.fill(band);
        // All bands are of one kind, also those in which nothing was transparent.
        band.gray &&= isGrayColor(this.#background);
      }
      yield band;
    }
  }
}

/** A picture that is ready to be encoded. */
export async function renderPicture(
  job: Job,
  index: number,
  hooks: PictureHooks,
): Promise<Applied> {
  const applied = await makeRaster(job, index, hooks);
  for (const step of job.pictures[index]!.plan.steps) {
    await applyToSamples(step, applied, job.codec);
  }
  hooks.onShare(renderedShare);
  return applied;
}

async function encodeFromRaster(
  job: Job,
  index: number,
  metadata: MetadataBlocks,
  prepared: PreparedGainMap | null,
  hooks: PictureHooks,
): Promise<BarePicture> {
  const { codec, options } = job;
  const { plan } = job.pictures[index]!;
  const { raster, made, notes, missing } = await renderPicture(job, index, hooks);
  const icc = profileFor(raster.color);
  const { settings } = encodingOf(plan);
  const { targetBytes } = options;
  if (targetBytes === undefined) {
    return { bytes: await codec.encode(raster, settings), icc, notes, made, missing };
  }
  const map = made ?? prepared;
  const room = (targetBytes * mapShare) / (1 + mapShare);
  const gainMap = map && (await encodeGainMap(map, codec, room));
  const mapBytes = gainMap ? gainMap.bytes.length + codec.gainMaps!.measureWords(gainMap) : 0;
  const overhead = metadataSize(metadata, icc) + mapBytes;
  const limit = { room: targetBytes - overhead, mayShrink: options.fewerPixels === true };
  const { encodeInLimit } = await import('./in-limit/encode-in-limit.ts');
  const { bytes, ...size } = await encodeInLimit(codec, raster, settings, limit);
  if (size.width === plan.width && size.height === plan.height)
    return { bytes, icc, notes, gainMap, missing };
  return { bytes, icc, notes: [...notes, 'fewer-pixels'], gainMap, missing, size };
}

/** Decodes part by part and shrinks on the way; `null` when that turns out not to be possible. */
async function shrinkBands(
  bands: BandedPicture,
  { area, width, height }: Plan,
  fill: FirstFill,
): Promise<Raster | null> {
  try {
    return unpremultiply(await resizeBands(fill.fillBands(bands.read()), area, width, height));
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported-feature') return null;
    throw error;
  }
}

/**
 * Shrinks pixels that the browser keeps, of which no more than a band is copied at a time; `null` where it does not
 * keep them, or they are turned.
 */
async function shrinkPixels(
  source: Source,
  index: number,
  plan: Plan,
  fill: FirstFill,
): Promise<Raster | null> {
  const { width, height, placement, hasAlpha, mayHaveAlpha, gray, color } = source.pictures[index]!;
  const { crop } = placement;
  const isUpright = !isTurned(plan.turn) && crop.width === width && crop.height === height;
  // Only a look at all of them tells whether pixels with alpha are opaque, which are resampled otherwise.
  const isOfOneKind = fill.isPlanned || !(hasAlpha || mayHaveAlpha);
  if (!hasStep(plan, 'resize') || !isUpright || !isOfOneKind) return null;
  const pixels = await source.decodePixels?.(index, 'any');
  if (!pixels) return null;
  try {
    const bands = tagBands(readBands(pixels), { gray, color });
    return await resizeBands(fill.fillBands(bands), plan.area, plan.width, plan.height);
  } finally {
    pixels.close();
  }
}

async function* tagBands(
  bands: AsyncIterable<UntaggedRaster>,
  tags: Pick<Raster, 'gray' | 'color'>,
): AsyncGenerator<Raster> {
  for await (const band of bands) yield { ...band, ...tags };
}

/** The plan's placement, crop and resize. */
async function decodeAndSize(
  source: Source,
  index: number,
  plan: Plan,
  fill: FirstFill,
  onLoad: PictureHooks['onLoad'],
): Promise<Raster> {
  const decoded = await source.decode(index, onLoad);
  const upright = place(decoded, plan.placement);
  const cut = place(upright, { crop: plan.area, transpose: false, flipX: false, flipY: false });
  // Of what is cut off, nobody sees on what it would have lain.
  fill.fill(cut);
  return unpremultiply(await resize(cut, plan.width, plan.height));
}

/** The map that goes with an encoded picture, no bigger than it may be beside that. */
export async function encodeMap(
  { bytes, icc, made }: BarePicture,
  prepared: PreparedGainMap | null,
  codec: OutputCodec,
  metadata: MetadataBlocks,
): Promise<EncodedGainMap | null> {
  const map = made ?? prepared;
  if (!map) return null;
  const share = (bytes.length + metadataSize(metadata, icc)) * mapShare;
  return encodeGainMap(map, codec, share, Math.max(share, mostBesideSmall));
}

function metadataSize(
  { exif, xmp, extendedXmp, photoshop, texts = [] }: MetadataBlocks,
  icc: Uint8Array | undefined,
): number {
  const blocks = [exif, xmp, extendedXmp?.packet, photoshop, icc];
  // With room for the containers' own headers. A density takes the place of another.
  const words = texts.reduce(
    (sum, each) => sum + 3 * (each.keyword.length + each.text.length) + 64,
    0,
  );
  return blocks.reduce((sum, block) => sum + (block ? block.length + 64 : 0), words);
}
