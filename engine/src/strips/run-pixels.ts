// Pixels held by the browser's decoder that are scaled down to a JPEG: read back by the worker that
// had them decoded, resampled and encoded by all.
import { ReusedBytes } from '../bytes/reused-bytes.ts';
import type { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Planes } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';
import { samplingOf } from '../planes/sampling.ts';
import type { CodedTile } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import { leftByBrowser } from '../tiles/whole-file.ts';
import { findOpaque, flatten } from '../transform/alpha.ts';
import { parseColor } from '../transform/color-text.ts';
import { planeResampler, rowsBehind } from '../transform/plane-resampler.ts';
import { resamplingOf } from '../transform/resampled-rows.ts';
import type { ThreadCodec } from '../wasm/thread-codec.ts';
import type { Maker } from './maker.ts';
import { codeResampledPixels, cutResult, type PixelTools } from './code-pixels.ts';
import { ownParts } from './own-parts.ts';
import { noData, type StripPart } from './parts.ts';
import { decodedShare } from './progress.ts';
import type { StripHooks } from './run-jpeg.ts';
import { type KeptPart, type MadeStrip, type StripResult, wholeOf } from './tasks/result.ts';
import type { PixelStripTask } from './tasks/task.ts';

/**
 * Opens the pixels of a file; `null` if the browser cannot.
 *
 * @param reach Number of rows that are copied again with the rows below them.
 */
type OpenPixels = (bytes: Uint8Array<ArrayBuffer>, reach: number) => Promise<DecodedPixels | null>;

async function loadOpener({ codec }: CodedTile): Promise<OpenPixels> {
  if (codec === 'png') {
    const { loadOwnDecoder, openPngPixels } = await import('../formats/png/decode-tiles.ts');
    await loadOwnDecoder();
    return openPngPixels;
  }
  return (await import('../formats/webp/decode-tiles.ts')).openWebpPixels;
}

/** Loads what such a strip needs besides the thread's encoder. `planes` are those of a part. */
export async function loadPixelMaker(
  task: PixelStripTask,
  encoders: ThreadCodec<JpegEncoder>,
  planes: Planes | undefined,
  hooks: StripHooks,
): Promise<Maker> {
  const [encoder, resampler, open] = await Promise.all([
    encoders.require(),
    planeResampler.require(),
    planes ? null : loadOpener(task.tiles[0]!),
  ]);
  // Only JPEGs are planned this way.
  const tools = { encoder, resampler, vp8: null };
  return {
    make: async (source) =>
      planes ? makePart({ task, planes }, tools) : runPixelStrip(task, source, open!, tools, hooks),
    drop() {
      encoders.drop();
      planeResampler.drop();
    },
  };
}

/** The parts of a picture, from the top, without their pixels. */
function cutPixels(task: PixelStripTask): { index: number; task: PixelStripTask }[] {
  const { area, target, chroma } = task;
  const mcuHeight = 8 * samplingOf(chroma).down;
  return cutResult(area, target, mcuHeight).map(({ first, rows }, index) => {
    const last = first + rows === target.height;
    return { index, task: { ...task, rows, firstMcuRow: first / mcuHeight, last } };
  });
}

/** The first row of a strip in the picture. */
function topOf({ firstMcuRow, chroma }: PixelStripTask): number {
  return firstMcuRow * 8 * samplingOf(chroma).down;
}

/** Reused for parts that are encoded here. */
const ownPixels = new ReusedBytes();

/** A part with its pixels in their own byte order, as one plane of four bytes per pixel. */
async function readPart(
  task: PixelStripTask,
  pixels: DecodedPixels,
  allocate: (bytes: number) => Uint8Array<ArrayBuffer>,
): Promise<Omit<StripPart<PixelStripTask>, 'index'>> {
  const { width, order, opaque } = pixels;
  const needed = rowsBehind(resamplingOf(task.area, task.target), topOf(task), task.rows);
  const data = allocate(width * needed.rows * 4);
  await pixels.copy(task.area.y + needed.top, needed.rows, data);
  const tile = { ...task.tiles[0]!, data: noData, height: needed.rows };
  const planes: Planes = {
    width: width * 4,
    height: needed.rows,
    chroma: '4:0:0',
    bitDepth: 8,
    chromaBitDepth: 8,
    planes: [data],
    strides: [width * 4],
  };
  return { task: { ...task, tiles: [tile], pixels: { order, opaque, ...needed } }, planes };
}

/** Makes a whole picture. The result lacks parts that were handed over. */
async function runPixelStrip(
  task: PixelStripTask,
  source: ReadableFile,
  open: OpenPixels,
  tools: PixelTools,
  { onProgress, sharing }: StripHooks,
): Promise<MadeStrip> {
  const [data] = await readTiles(source, task.tiles);
  const { rows: reach } = rowsBehind(resamplingOf(task.area, task.target), 0, 1);
  const pixels = await open(data as Uint8Array<ArrayBuffer>, reach);
  if (!pixels) throw leftByBrowser();
  try {
    const parts = cutPixels(task);
    const helpers = parts.length > 1 ? sharing : undefined;
    const allocate = (bytes: number) => new Uint8Array(bytes);
    // If decoding is still going on, its worker has time for the last part only.
    const share = pixels.decodesLate ? 1 : 0;
    const own = helpers ? ownParts(parts.length, helpers.others, share) : parts.length;
    for (const { index, task: part } of parts.splice(0, parts.length - own)) {
      helpers!.handOver({ index, ...(await readPart(part, pixels, allocate)) });
    }
    const kept: KeptPart[] = [];
    let madeRows = 0;
    for (const { index, task: part } of parts) {
      onProgress?.(decodedShare + ((1 - decodedShare) * madeRows) / task.rows);
      kept.push({
        index,
        result: makePart(await readPart(part, pixels, (bytes) => ownPixels.take(bytes)), tools),
      });
      madeRows += part.rows;
    }
    const made: MadeStrip = { kind: 'kept', parts: kept };
    return helpers ? made : wholeOf(made);
  } catch (error) {
    // A browser that exceeded the time limit may still be copying.
    ownPixels.drop();
    throw error;
  } finally {
    pixels.close();
  }
}

/** Blends transparent pixels onto the background, in place. Returns whether there were any. */
function layOn(
  { background = '#ffffff', pixels }: PixelStripTask,
  { planes, height, width }: Planes,
): boolean {
  if (pixels!.opaque) return false;
  const { buffer, byteOffset, length } = planes[0] as Uint8Array<ArrayBuffer>;
  const data = new Uint8ClampedArray(buffer, byteOffset, length);
  const raster: Raster = {
    width: width / 4,
    height,
    data,
    opaque: false,
    gray: false,
    premultiplied: false,
    color: {},
  };
  findOpaque(raster);
  if (raster.opaque) return false;
  flatten(raster, inOrder(background, pixels!.order));
  return true;
}

/** A color with its bytes in the order of the pixels. */
function inOrder(color: string, order: DecodedPixels['order']): string {
  if (order === 'rgb') return color;
  const hex = parseColor(color).map((value) => value.toString(16).padStart(2, '0'));
  return `#${hex.toReversed().join('')}`;
}

function makePart(
  { task, planes }: Omit<StripPart<PixelStripTask>, 'index'>,
  tools: PixelTools,
): StripResult {
  const { area, target, rows, pixels } = task;
  const { top, order, rows: sourceRows } = pixels!;
  const isFilled = layOn(task, planes);
  const [stride] = planes.strides as [number];
  const source = {
    data: planes.planes[0] as Uint8Array,
    offset: area.x * 4,
    stride,
    step: 4,
    width: area.width,
    top,
    rows: sourceRows,
  };
  const shown = { area, target, first: topOf(task), rows };
  return { ...codeResampledPixels(source, order, shown, task, tools), isFilled };
}
