// Pictures of PQ and HLG that become JPEGs in sRGB: decoded by one worker, tone-mapped and encoded by all.
import { dropToneMapper, requireToneMapper, type ToneMapper } from '../color/tone-map.ts';
import { isHlg } from '../color/hdr.ts';
import type { JpegEncoder } from '../formats/jpeg/encoder.ts';
import type { Strip } from '../formats/jpeg/strip.ts';
import type { Planes } from '../planes/planes.ts';
import { rowsOfPlanes } from '../planes/rows.ts';
import { sampleFormatOf } from '../planes/sample-format.ts';
import { samplingOf } from '../planes/sampling.ts';
import { dropRgbaConverter, requireRgbaConverter, type RgbaConverter } from '../planes/to-rgba.ts';
import { requireAsPlanned } from '../tiles/as-planned.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import { isTurned } from '../transform/orient.ts';
import { halveShares } from '../transform/gain-map.ts';
import type { ThreadCodec } from '../wasm/thread-codec.ts';
import type { Maker } from './maker.ts';
import { cutStrip, detachPart } from './parts.ts';
import { decodedShare } from './progress.ts';
import type { StripHooks } from './run-jpeg.ts';
import { joinResults, type StripResult, type ToneStripTask } from './task.ts';

interface ToneTools {
  encoder: JpegEncoder;
  mapper: ToneMapper;
  converter: RgbaConverter;
}

/** Loads what a strip of HDR is made with, beside the thread's encoder. */
export async function loadToneMaker(
  task: ToneStripTask,
  encoders: ThreadCodec<JpegEncoder>,
  hooks: StripHooks,
): Promise<Maker> {
  const [encoder, mapper, converter] = await Promise.all([
    encoders.require(),
    requireToneMapper(),
    requireRgbaConverter(),
  ]);
  const tools = { encoder, mapper, converter };
  return {
    make: (source, decode) => runToneStrip(task, source, decode, tools, hooks),
    drop() {
      encoders.drop();
      dropToneMapper();
      dropRgbaConverter();
    },
  };
}

/** Makes a picture, or a part of it whose planes come from `decode`. What is handed over is not in the result. */
export async function runToneStrip(
  task: ToneStripTask,
  source: ReadableFile,
  decode: DecodeTiles,
  tools: ToneTools,
  { onProgress, sharing }: StripHooks = {},
): Promise<StripResult> {
  const tile = task.tiles[0]!;
  const data = await readTiles(source, task.tiles);
  let result: StripResult = { parts: [] };
  await decode([tile], data, (_, planes) => {
    requireAsPlanned(task, tile, planes);
    const largest = task.largest ?? findLargest(task, planes, tools);
    const parts = cutStrip({ ...task, largest });
    const helpers = parts.length > 1 ? sharing : undefined;
    const own = Math.ceil(parts.length / ((helpers?.others ?? 0) + 1));
    const handed = parts.splice(0, parts.length - own);
    for (const part of handed)
      helpers!.handOver({ index: part.index, ...detachPart(part.task, planes) });
    let madeRows = 0;
    const kept = parts.map((part) => {
      onProgress?.(decodedShare + ((1 - decodedShare) * madeRows) / task.rows);
      madeRows += part.task.rows;
      return { index: part.index, result: makePart(part.task, planes, tools) };
    });
    result = helpers ? { parts: [], kept } : joinResults(kept.map((each) => each.result));
  });
  return result;
}

/** How PQ is compressed depends on the brightest pixel. */
function findLargest(task: ToneStripTask, planes: Planes, { converter }: ToneTools): number {
  if (isHlg(task.color)) return 0;
  const { width, height } = task.tiles[0]!;
  return converter.findLargest({ ...planes, width, height }, sampleFormatOf(task.nclx, planes));
}

/** What has been placed in a strip that is not finished. It holds until the encoder's next call. */
function placedPlanes(strip: Strip, encoder: JpegEncoder): Pick<Planes, 'planes' | 'strides'> {
  // All of the encoder's memory.
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

/** The part of the planes that a task is for, as it stands upright. It holds until the encoder's next call. */
function standUpright(task: ToneStripTask, planes: Planes, encoder: JpegEncoder): Planes {
  const { width, rows, chroma, bitDepth, turn } = task;
  const { from, to } = task.pieces[0]!;
  if (!isTurned(turn)) return { ...rowsOfPlanes(planes, from.y, from.y + rows), width };
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const strip = encoder.samples.startStrip({ width, height: rows, chroma, sampleBytes });
  encoder.samples.place(strip, planes, from, to, turn);
  return { ...planes, width, height: rows, ...placedPlanes(strip, encoder) };
}

function makePart(
  task: ToneStripTask,
  planes: Planes,
  { encoder, mapper, converter }: ToneTools,
): StripResult {
  const { width, rows, chroma, quality, firstMcuRow, last, makesGainMap } = task;
  const shown = standUpright(task, planes, encoder);
  const { rgba, darkening } = mapper.mapPlanes(
    shown,
    sampleFormatOf(task.nclx, planes),
    converter,
    {
      ...{ color: task.color, largest: task.largest!, darkening: makesGainMap },
      firstRow: firstMcuRow * 8 * samplingOf(chroma).down,
    },
  );
  encoder.setQuality(quality, chroma);
  const strip = encoder.samples.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
  encoder.samples.placeRgba(strip, rgba);
  encoder.samples.finish(strip, null);
  const samples = makesGainMap ? halveShares({ width, height: rows }, darkening.shares) : null;
  return {
    parts: [encoder.tokenize(strip, firstMcuRow, last)],
    ...(samples && { darkened: [{ stops: darkening.stops, samples }] }),
  };
}
