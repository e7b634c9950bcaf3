// PQ and HLG pictures that become JPEGs or WebPs in sRGB: decoded by one worker, tone-mapped and
// encoded by all.
import {
  dropToneMapper,
  requireToneMapper,
  type HalvedDarkening,
  type PartOfPicture,
  type ToneMapper,
} from '../color/tone-map.ts';
import { isHlg } from '../color/hdr.ts';
import type { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { Strip } from '../formats/jpeg/encoder/strip.ts';
import type { Rectangle } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { partOfPlanes } from '../planes/rows.ts';
import { sampleFormatOf, type SampleFormat } from '../planes/sample-format.ts';
import { samplingOf } from '../planes/sampling.ts';
import { dropRgbaConverter, requireRgbaConverter, type RgbaConverter } from '../planes/to-rgba.ts';
import { requireAsPlanned } from '../tiles/as-planned.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import type { Piece } from '../tiles/layout.ts';
import type { GainMapSamples } from '../transform/gain-map.ts';
import { isTurned, narrowCrop } from '../transform/orient.ts';
import { planeResampler, rowsBehind, type PlaneResampler } from '../transform/plane-resampler.ts';
import { resamplingOf, wholeShift, type PlaneRows } from '../transform/resampled-rows.ts';
import type { ThreadCodec } from '../wasm/thread-codec.ts';
import type { Maker } from './maker.ts';
import { codePixels, codeResampledColors, codeResampledPixels, cutResult } from './code-pixels.ts';
import { cutStrip, detachPart } from './parts.ts';
import { decodedShare } from './progress.ts';
import type { StripHooks } from './run-jpeg.ts';
import { findVp8, type JpegTools } from './strip-output.ts';
import { type KeptPart, type MadeStrip, type StripResult, wholeOf } from './tasks/result.ts';
import type { ToneFrame, ToneRows, ToneStripTask } from './tasks/task.ts';

/** The resampler is needed for a part or another size. */
interface ToneTools extends JpegTools {
  mapper: ToneMapper;
  converter: RgbaConverter;
}

/** Loads what a strip of HDR needs besides the thread's encoder. */
export async function loadToneMaker(
  task: ToneStripTask,
  encoders: ThreadCodec<JpegEncoder>,
  hooks: StripHooks,
): Promise<Maker> {
  const [encoder, mapper, converter, resampler, vp8Encoder] = await Promise.all([
    encoders.require(),
    requireToneMapper(),
    requireRgbaConverter(),
    task.frame ? planeResampler.require() : null,
    findVp8(task),
  ]);
  const vp8 = (await vp8Encoder?.require()) ?? null;
  const tools = { encoder, mapper, converter, resampler, vp8 };
  return {
    make: (source, decode) => runToneStrip(task, source, decode, tools, hooks),
    drop() {
      encoders.drop();
      dropToneMapper();
      dropRgbaConverter();
      planeResampler.drop();
      vp8Encoder?.drop();
    },
  };
}

/**
 * Makes a picture, or a part of it whose planes come from `decode`. The result lacks parts that
 * were handed over.
 */
export async function runToneStrip(
  task: ToneStripTask,
  source: ReadableFile,
  decode: DecodeTiles,
  tools: ToneTools,
  { onProgress, sharing }: StripHooks = {},
): Promise<MadeStrip> {
  const tile = task.tiles[0]!;
  const data = await readTiles(source, task.tiles);
  const kept: KeptPart[] = [];
  await decode([tile], data, (_, planes) => {
    requireAsPlanned(task, tile, planes);
    const largest = task.largest ?? findLargest(task, planes, tools);
    const parts = cutParts({ ...task, largest });
    const helpers = parts.length > 1 ? sharing : undefined;
    const own = Math.ceil(parts.length / ((helpers?.others ?? 0) + 1));
    const handed = parts.splice(0, parts.length - own);
    for (const part of handed)
      helpers!.handOver({ index: part.index, ...detachPart(part.task, planes) });
    let madeRows = 0;
    for (const part of parts) {
      onProgress?.(decodedShare + ((1 - decodedShare) * madeRows) / task.rows);
      madeRows += part.task.rows;
      kept.push({ index: part.index, result: makePart(part.task, planes, tools) });
    }
  });
  const made: MadeStrip = { kind: 'kept', parts: kept };
  return sharing ? made : wholeOf(made);
}

/** The parts of a picture, from the top. A part stays as it is. */
function cutParts(task: ToneStripTask): { index: number; task: ToneStripTask }[] {
  if (!task.frame) return cutStrip(task);
  return task.shown ? [{ index: 0, task }] : cutFramed(task, task.frame);
}

/** Halved chroma begins at every second pixel. */
const evenly = (from: number, to: number): [from: number, length: number] => {
  const start = from - (from % 2);
  return [start, to + (to % 2) - start];
};

/** Locates an area of the upright picture in the coded item, whose sides are even. */
function pieceOf({ tiles: [tile], turn }: ToneStripTask, area: Rectangle): Piece {
  const { width, height } = tile!;
  const from = narrowCrop({ crop: { x: 0, y: 0, width, height }, ...turn }, area);
  return { tile: 0, from, to: { x: 0, y: 0 } };
}

function cutFramed(
  task: ToneStripTask,
  { area, target, chroma }: ToneFrame,
): { index: number; task: ToneStripTask }[] {
  const mcuHeight = 8 * samplingOf(chroma).down;
  const [x, width] = evenly(area.x, area.x + area.width);
  return cutResult(area, target, mcuHeight).map(({ first, rows }, index) => {
    const needed = rowsBehind(resamplingOf(area, target), first, rows);
    const begin = area.y + needed.top;
    const [y, height] = evenly(begin, begin + needed.rows);
    const part: ToneStripTask = {
      ...task,
      width,
      rows: height,
      pieces: [pieceOf(task, { x, y, width, height })],
      firstMcuRow: first / mcuHeight,
      last: first + rows === target.height,
      shown: {
        first,
        rows,
        top: needed.top,
        areaRows: needed.rows,
        corner: { x: area.x - x, y: begin - y },
      },
    };
    return { index, task: part };
  });
}

/** How PQ is compressed depends on the brightest visible pixel. */
function findLargest(task: ToneStripTask, planes: Planes, { converter }: ToneTools): number {
  if (isHlg(task.color)) return 0;
  const { width, height } = task.tiles[0]!;
  const all = { ...planes, width, height };
  const shown = task.frame ? cutOut(task, task.frame.area, all) : all;
  return converter.findLargest(shown, sampleFormatOf(task.nclx, planes));
}

/** Cuts a part of the upright picture out of its planes, as they are coded. */
function cutOut(task: ToneStripTask, { x, y, width, height }: Rectangle, planes: Planes): Planes {
  const [left, across] = evenly(x, x + width);
  const [top, down] = evenly(y, y + height);
  const { from } = pieceOf(task, { x: left, y: top, width: across, height: down });
  return partOfPlanes(planes, from);
}

/** Planes placed in an unfinished strip. Valid until the encoder's next call. */
function placedPlanes(strip: Strip, encoder: JpegEncoder): Pick<Planes, 'planes' | 'strides'> {
  // A view of all of the encoder's memory.
  const { data } = encoder.samples.samplesOf(strip)[0]!;
  const { sampleBytes } = strip.shape;
  const planes = strip.planes.map(({ address, stride, height }) => {
    const samples = (stride / sampleBytes) * height;
    return sampleBytes === 1
      ? new Uint8Array(data.buffer, address, samples)
      : new Uint16Array(data.buffer, address, samples);
  });
  return {
    planes,
    strides: strip.planes.map(({ stride }) => stride / sampleBytes),
  };
}

/** Turns the task's part of the planes upright. Valid until the encoder's next call. */
function standUpright(task: ToneStripTask, planes: Planes, encoder: JpegEncoder): Planes {
  const { width, rows, chroma, bitDepth, turn } = task;
  const { from, to } = task.pieces[0]!;
  if (!isTurned(turn)) return partOfPlanes(planes, from);
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const strip = encoder.samples.startStrip({ width, height: rows, chroma, sampleBytes });
  encoder.samples.place(strip, planes, from, to, turn);
  return { ...planes, width, height: rows, ...placedPlanes(strip, encoder) };
}

function makePart(task: ToneStripTask, planes: Planes, tools: ToneTools): StripResult {
  const { chroma, firstMcuRow, frame, shown: rows } = task;
  const shown = standUpright(task, planes, tools.encoder);
  const format = sampleFormatOf(task.nclx, planes);
  const about = {
    color: task.color,
    largest: task.largest!,
    darkening: task.makesGainMap,
    firstRow: rows ? rows.top - rows.corner.y : firstMcuRow * 8 * samplingOf(chroma).down,
  };
  if (frame && rows) return makeFramed(task, frame, rows, { shown, format, about }, tools);
  const { mapper, converter } = tools;
  const { rgba, ...darkening } = mapper.mapPlanes(shown, format, converter, about);
  const size = { width: task.width, height: task.rows };
  return withShares(codePixels(rgba, size, task, tools), task, darkening, (halved) => halved);
}

/** The planes of a part, upright, and what they mean. */
interface UprightPart {
  shown: Planes;
  format: SampleFormat;
  about: PartOfPicture;
}

function makeFramed(
  task: ToneStripTask,
  frame: ToneFrame,
  rows: ToneRows,
  part: UprightPart,
  tools: ToneTools,
): StripResult {
  const { area, target, chroma } = frame;
  const resampler = tools.resampler!;
  const shown = { area, target, first: rows.first, rows: rows.rows };
  const asFramed = { ...task, chroma };
  const sharesOf = (halved: GainMapSamples) => framedShares(task, frame, rows, halved, resampler);
  const resampling = resamplingOf(area, target);
  if (wholeShift(resampling)) {
    const { rgba, ...darkening } = tools.mapper.mapPlanes(
      part.shown,
      part.format,
      tools.converter,
      part.about,
    );
    const pixels = pixelsOfPart(task, frame, rows, rgba);
    const result = codeResampledPixels(pixels, 'rgb', shown, asFramed, { ...tools, resampler });
    return withShares(result, task, darkening, sharesOf);
  }
  const { readRows, darkening } = tools.mapper.mapToLight(
    part.shown,
    part.format,
    tools.converter,
    part.about,
  );
  const { corner, top } = rows;
  const light = { read: readRows, offset: corner.x, top: top - corner.y, rows: task.rows };
  const colors = resampler.resampleLight(light, resampling);
  return withShares(codeResampledColors(colors, shown, asFramed, tools), task, darkening, sharesOf);
}

/** The part of a frame's area that these pixels have. */
function pixelsOfPart(
  { width }: ToneStripTask,
  { area }: ToneFrame,
  { top, areaRows, corner }: ToneRows,
  rgba: Uint8ClampedArray,
): PlaneRows {
  return {
    data: rgba,
    offset: (corner.y * width + corner.x) * 4,
    stride: width * 4,
    step: 4,
    width: area.width,
    top,
    rows: areaRows,
  };
}

/** Adds what a gain map is made from, if one is wanted. */
function withShares(
  result: StripResult,
  { makesGainMap, width, rows }: ToneStripTask,
  { stops, halvedShares }: HalvedDarkening,
  sharesOf: (halved: GainMapSamples) => GainMapSamples,
): StripResult {
  if (!makesGainMap) return result;
  const halved = { width: width / 2, height: rows / 2, channels: 1, data: halvedShares } as const;
  return { ...result, darkened: [{ stops, samples: sharesOf(halved) }] };
}

/**
 * From a map with half of the part's pixels per side, makes the part's rows of a map with half of
 * the result's pixels per side.
 */
function framedShares(
  { last }: ToneStripTask,
  { area, target }: ToneFrame,
  { first, rows, top, corner }: ToneRows,
  halved: GainMapSamples,
  resampler: PlaneResampler,
): GainMapSamples {
  const mapHeight = Math.ceil(target.height / 2);
  const [from, to] = [first / 2, last ? mapHeight : (first + rows) / 2];
  const size = { width: Math.ceil(target.width / 2), height: to - from };
  const each = area.height / mapHeight;
  const { width, height, data } = halved;
  const plane = { data, offset: 0, stride: width, step: 1, width, top: 0, rows: height };
  const resampled = resampler.resample(plane, {
    source: { width, height },
    target: size,
    kernel: 'mean',
    light: false,
    across: { start: corner.x / 2, length: area.width / 2 },
    down: { start: (from * each - top + corner.y) / 2, length: (size.height * each) / 2 },
  });
  return { ...size, channels: 1, data: resampled.data };
}
