// A WebP of so many bytes at most. Only writing it tells how many it takes: some of its rows are written at a few
// qualities, and all of them at one or two.
import { release } from '../bytes/release.ts';
import type { Size } from '../geometry.ts';
import type { StripPart } from './parts.ts';
import {
  aim,
  type LimitCoder,
  mapSome,
  nearEnough,
  type PartRunners,
  type ReachedSize,
  runKept,
} from './reach-size.ts';
import { bytesAt, nextQuality, qualityFor, times } from './size-curve.ts';
import type { JpegStripTask, WebpFrame } from './task.ts';

/** Has strips of macroblocks, which go away with it, written as a file. */
export type WriteWebp = (
  strips: Uint8Array<ArrayBuffer>[],
  frame: WebpFrame,
) => Promise<Uint8Array<ArrayBuffer>>;

const macroblock = 16;

/** So many rows of each part are written to measure; parts have several hundred. */
const measuredRows = 4 * macroblock;

/** Where the curve of bytes is measured. */
const measuredQualities = [20, 50, 70, 82, 90];

/** Of all rows, until one fits or nothing better is found. */
const maxWrites = 6;

/** Of quality: less changes no step that samples are divided by. */
const leastStep = 0.1;

/** The middle of a part, at a quality. */
function middleOf({ task, planes: { width } }: StripPart): Partial<JpegStripTask> {
  const rows = Math.min(task.rows, measuredRows);
  const y = Math.floor((task.rows - rows) / 2 / macroblock) * macroblock;
  const from = { x: 0, y, width, height: rows };
  return { rows, pieces: [{ tile: 0, from, to: { x: 0, y: 0 } }] };
}

async function codeParts(
  parts: readonly StripPart[],
  size: Size,
  quality: number,
  runners: PartRunners,
  shareOf: (part: StripPart) => Partial<JpegStripTask> = () => ({}),
): Promise<Uint8Array<ArrayBuffer>[]> {
  const output = { kind: 'macroblocks', picture: size } as const;
  const coded = await mapSome(parts, (part) =>
    runKept(part, { ...shareOf(part), quality, output }, runners),
  );
  return coded.flatMap((each) => each.parts) as Uint8Array<ArrayBuffer>[];
}

/** Bytes of what a file has beside its pixels, nearly: a size of pixels goes without them. */
export function bytesBeside({ metadata: { exif, xmp }, icc }: WebpFrame): number {
  return [exif, xmp, icc].reduce((sum, block) => sum + (block ? block.length + 8 : 0), 0);
}

interface Written extends ReachedSize {
  file: Uint8Array<ArrayBuffer>;
  bytes: number;
}

/**
 * What makes `frame` a file in no more bytes than there is room for, but for `bytesBeside`.
 *
 * @param alphaAt Bytes of the alpha that such a picture gets, of which `writeWebp` knows nothing.
 */
export function webpCoder(
  frame: WebpFrame,
  writeWebp: WriteWebp,
  alphaAt: (size: Size) => Promise<number> = async () => 0,
): LimitCoder {
  const beside = bytesBeside(frame);
  return {
    async measure({ collecting, parts }, { min, max }, runners) {
      const { width, height } = collecting;
      const between = measuredQualities.filter((quality) => quality > min && quality < max);
      const rows = parts.reduce((sum, { task }) => sum + Math.min(task.rows, measuredRows), 0);
      const alpha = await alphaAt({ width, height });
      const curve: [quality: number, bytes: number][] = [];
      for (const quality of new Set([min, ...between, max])) {
        const strips = await codeParts(parts, { width, height }, quality, runners, middleOf);
        const about = { width, height: rows, quality, metadata: {}, icc: undefined };
        const { buffer } = await writeWebp(strips, about);
        const length = buffer.byteLength;
        release(buffer);
        // Where a picture is all of one color, no quality takes more than another.
        const bytes = length * (height / rows) + alpha;
        curve.push([quality, Math.max(bytes, (curve.at(-1)?.[1] ?? 0) + 1)]);
      }
      return curve;
    },
    async encode(sized, room, { min, max }, runners) {
      const { collecting, parts, curve } = sized;
      const { width, height } = collecting;
      const alpha = await alphaAt({ width, height });
      const makeAt = async (quality: number): Promise<Written> => {
        const strips = await codeParts(parts!, { width, height }, quality, runners);
        const file = await writeWebp(strips, { ...frame, width, height, quality });
        const bytes = file.length - beside + alpha;
        return { width, height, quality, parts: [file], fits: bytes <= room, bytes, file };
      };
      const tried: [quality: number, bytes: number][] = [];
      let best: Written | null = null;
      let lower = 0;
      let quality = qualityFor(curve, room * aim);
      for (let writes = 1; ; writes++) {
        const made = await makeAt(quality);
        const isNear = made.bytes >= room * nearEnough || quality >= max;
        const isBetter: boolean = made.fits && (!best || quality > best.quality);
        if (isBetter && isNear) return made;
        tried.push([quality, made.bytes]);
        sized.curve = times(curve, made.bytes / bytesAt(curve, quality));
        const next = nextQuality(curve, tried, room * aim);
        const isOver = writes >= maxWrites || Math.abs(next - quality) < leastStep;
        const found: Written | null = isBetter ? made : best;
        if (isOver && (found || quality <= min)) return found ?? made;
        const lost = isBetter ? best : made;
        if (lost) release(lost.file.buffer);
        best = found;
        // Where nothing between fits, ever lower ones are tried.
        if (isOver) lower = lower * 2 + 0.5;
        quality = isOver ? Math.max(min, quality - lower) : next;
      }
    },
  };
}
