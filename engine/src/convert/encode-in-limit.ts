// A raster as a file of so many bytes at most.
import type { EncodeSettings, OutputCodec } from '../codec/output.ts';
import { joinBytes } from '../bytes/join.ts';
import { toPlanes } from '../formats/jpeg/encode-raster.ts';
import type { Size } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';
import { makeScan, makeStrip } from '../strips/make-strip.ts';
import { joinSamples } from '../strips/collecting.ts';
import type { StripPart } from '../strips/parts.ts';
import { reachSize, resizeParts, type PartRunners } from '../strips/reach-size.ts';
import { writeHeader } from '../strips/task.ts';
import { resize } from '../transform/resize.ts';
import { fullChromaQuality, leastQuality } from './encode.ts';
import { encodeToTarget } from './encode-to-target.ts';

export interface Limit {
  /** Bytes for what is encoded, without metadata. */
  room: number;
  mayShrink: boolean;
}

/** Has fewer pixels than its raster where that was needed, and may. */
export interface EncodedRaster extends Size {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Steps of smaller pictures, for formats whose bytes only encoding tells. */
const maxShrinks = 6;
const leastSide = 16;

/** The next step should be the last. */
const margin = 0.94;

/** Bytes grow as this power of pixels; noise and enlarged pictures lose few bytes at first. */
const growthRange = { min: 0.5, max: 1 };
const usualGrowth = 0.85;

function findGrowth(before: EncodedRaster, now: EncodedRaster): number {
  const pixels = ({ width, height }: Size): number => width * height;
  const found =
    Math.log(before.bytes.length / now.bytes.length) / Math.log(pixels(before) / pixels(now));
  return Math.min(Math.max(found, growthRange.min), growthRange.max);
}

/** Encodes a raster in as many bytes as there are, at the best quality that does, or else as few as can be. */
export async function encodeInLimit(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  limit: Limit,
): Promise<EncodedRaster> {
  if (codec.format === 'jpeg') return encodeJpeg(raster, settings, limit);
  const { room, mayShrink } = limit;
  const least = leastQuality(mayShrink);
  let sized = raster;
  let before: EncodedRaster | null = null;
  for (let step = 0; ; step++) {
    const { width, height } = sized;
    const isUnlikely = before !== null;
    const bytes = await encodeToTarget(codec, sized, settings, room, { least, isUnlikely });
    const now = { bytes, width, height };
    const growth = before ? findGrowth(before, now) : usualGrowth;
    const share = (Math.max(room, 1) / bytes.length) * margin;
    const scale = Math.min(0.95, share ** (1 / (2 * growth)));
    const canShrink =
      mayShrink && step < maxShrinks && Math.min(width, height) * scale >= leastSide;
    if (bytes.length <= room || !canShrink) return now;
    before = now;
    sized = await resize(raster, Math.round(width * scale), Math.round(height * scale));
  }
}

/** Rows are worked on in parts as strips are. */
const noFile = { slice: () => ({ arrayBuffer: async () => new ArrayBuffer(0) }) };
const noDeadline = (): void => {};

async function encodeJpeg(
  raster: Raster,
  { quality: max, halfChroma }: EncodeSettings,
  { room, mayShrink }: Limit,
): Promise<EncodedRaster> {
  /** `null` where color may be worth its full resolution, and that is asked. */
  const encodeAs = async (
    chroma: ChromaFormat,
    min: number,
    shrinks: boolean,
    fullChromaFrom?: number,
  ): Promise<(EncodedRaster & { fits: boolean }) | null> => {
    const { width, height } = raster;
    const collecting = { width, height, chroma, resampling: null };
    const collect = async (): Promise<StripPart[]> => {
      const planes = await toPlanes(raster, chroma);
      const rows = planes.map((data) => ({ first: 0, data, open: [] }));
      return joinSamples([rows], collecting, max);
    };
    const headerBytes = writeHeader({ width, height, chroma, quality: max, segments: [] }).length;
    const runPart: PartRunners['runPart'] = (task, part) =>
      makeStrip(task, noFile, noDeadline, { planes: part });
    const runners: PartRunners = {
      runPart,
      writeScan: (tokens, huffman) => makeScan(tokens, huffman, noDeadline),
      roomAt: () => room - headerBytes,
      collectAt: async (size) => resizeParts(await collect(), collecting, size, { runPart }),
      codeAt: null,
    };
    const quality = { min: Math.min(min, max), max };
    const reached = await reachSize(
      { collecting, parts: await collect(), counted: [] },
      { bytes: room, quality, mayShrink: shrinks, fullChromaFrom },
      runners,
    );
    if (!reached) return null;
    const { parts, fits, ...made } = reached;
    const header = writeHeader({ ...made, chroma, segments: [] });
    const bytes = joinBytes([header, ...(parts as Uint8Array<ArrayBuffer>[])]);
    return { bytes, width: made.width, height: made.height, fits };
  };
  const least = leastQuality(mayShrink);
  const encodeHalved = (from?: number) => encodeAs('4:2:0', least, mayShrink, from);
  if (raster.gray) return (await encodeAs('4:0:0', least, mayShrink))!;
  // Color keeps its resolution where that leaves a quality that is worth it.
  const halved = await encodeHalved(halfChroma ? undefined : fullChromaQuality);
  const full = halved ? null : await encodeAs('4:4:4', fullChromaQuality, false);
  return halved ?? (full?.fits ? full : (await encodeHalved())!);
}
