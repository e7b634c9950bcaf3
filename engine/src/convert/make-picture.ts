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

/** Share of a picture's work that is done once it is ready to be encoded. */
export const renderedShare = 0.7;

/** Reports the progress of one picture's conversion. */
export interface PictureHooks {
  onShare: (share: number) => void;
  onLoad: (state: 'begins' | 'done') => void;
}

/** An encoded picture without metadata and profile, and the profile that belongs to it. */
export interface BarePicture {
  bytes: Uint8Array<ArrayBuffer>;
  icc: Uint8Array | undefined;
  notes: Note[];
  /** Set if it has fewer pixels than planned. */
  size?: Size;
  /** The gain map made from what tone mapping took away. */
  made?: PreparedGainMap | null;
  /** The gain map, if it had to be encoded before the picture. */
  gainMap?: EncodedGainMap | null;
  /** See `ConvertedPicture.missing`; 0 where nothing is. */
  missing?: number;
}

/**
 * Tries the plan's ways in order, except strips, which are not for one thread. The last way always
 * gives a picture.
 */
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

/** Loads the decoder and the encoder for the file's pictures. */
export async function loadCodecs({ source, codec, pictures }: Job): Promise<void> {
  const { settings } = encodingOf(pictures[0]!.plan);
  await Promise.all([source.load(), codec.load(settings)]);
}

/** Throws as `requireBounded` does. */
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

/**
 * Decodes a picture, upright and at the result's size. The plan's other steps are not applied yet.
 */
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

/** Blends a picture, or its parts one by one, onto a color. */
class FirstFill {
  readonly #background: string | null;
  #isFilled = false;

  /** @param background `null` if transparency is not to be filled yet. */
  constructor(background: string | null) {
    this.#background = background;
  }

  /** Whether any pixel so far was transparent. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Whether pixels are blended, so that all are opaque afterwards. */
  get isPlanned(): boolean {
    return this.#background !== null;
  }

  /** Works in place. */
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
        // All bands must be of one kind, including those without transparent pixels.
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

/** Decodes in bands and scales each down; `null` if that turns out to be impossible. */
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
 * Scales down pixels that the browser's decoder holds, copying only a band at a time; `null` if it
 * holds none, or they need turning.
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
  // Opaque pixels are resampled differently, and only reading all pixels with alpha tells whether
  // they are opaque.
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

/** Applies the plan's placement, crop and resize. */
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
  // Crops first: pixels outside the crop need not be filled.
  fill.fill(cut);
  return unpremultiply(await resize(cut, plan.width, plan.height));
}

/** Encodes the map for an encoded picture, within the size that it may have. */
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
  // Includes the containers' own headers. A new density replaces the old one.
  const words = texts.reduce(
    (sum, each) => sum + 3 * (each.keyword.length + each.text.length) + 64,
    0,
  );
  return blocks.reduce((sum, block) => sum + (block ? block.length + 64 : 0), words);
}
