// Encodes a WebP within a limit of bytes. Only writing it tells its size, so some of its rows are
// written at a few qualities, and then all of them, mostly once or twice.
import { release } from '../../bytes/release.ts';
import { alphaBytes } from '../../formats/webp/alpha/alpha-bytes.ts';
import { stepFor } from '../../formats/webp/vp8-quality.ts';
import { unpackVp8Strip } from '../../formats/webp/vp8-strip.ts';
import type { Size } from '../../geometry.ts';
import type { StripPart } from '../parts.ts';
import {
  type LimitCoder,
  mapSome,
  type PartRunners,
  type ReachedSize,
  runKept,
} from './reach-size.ts';
import {
  aim,
  bytesAt,
  nearEnough,
  nextQuality,
  qualityFor,
  type SizeCurve,
  times,
} from './size-curve.ts';
import { codedBytesOf } from '../tasks/result.ts';
import type { TrialOutput } from '../tasks/task.ts';
import type { WebpFrame } from '../tasks/webp-frame.ts';

/** Writes strips of macroblocks, which are transferred, as a file. */
export type WriteWebp = (
  strips: Uint8Array<ArrayBuffer>[],
  frame: WebpFrame,
) => Promise<Uint8Array<ArrayBuffer>>;

const macroblock = 16;

/** Rows of each part that are written to measure. Parts have several hundred. */
const measuredRows = 2 * macroblock;
/**
 * A few rows of a small picture are too few to measure, so at least this many pixels are, if there
 * are as many.
 */
const leastMeasured = 0.5e6;

/** Qualities at which size is measured. */
const measuredQualities = [25, 50, 75, 88];

/** Of all rows, until one fits or nothing better is found. */
const maxWrites = 6;

/** Of quality. Smaller steps change next to nothing. */
const leastStep = 0.01;

function rowsToMeasure(width: number, parts: number): number {
  const least = Math.ceil(leastMeasured / (width * parts * macroblock)) * macroblock;
  return Math.max(measuredRows, least);
}

async function codeParts(
  parts: readonly StripPart[],
  output: TrialOutput | { kind: 'macroblocks'; picture: Size },
  quality: number,
  runners: PartRunners,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const coded = await mapSome(parts, (part) => runKept(part, { quality, output }, runners));
  return codedBytesOf(coded, output.kind);
}

/**
 * Approximate bytes of a file's metadata and profile, which are not part of the limit for pixels.
 */
export function bytesBeside({ metadata: { exif, xmp }, icc }: WebpFrame): number {
  return [exif, xmp, icc].reduce((sum, block) => sum + (block ? block.length + 8 : 0), 0);
}

/**
 * Interpolates measured sizes for all qualities between, because size depends evenly on the
 * quantizer's step, not on the quality.
 */
function alongSteps(measured: SizeCurve): SizeCurve {
  const place = (quality: number): number => -Math.log(stepFor(quality));
  const bySteps = measured.map(([quality, bytes]) => [place(quality), bytes] as const);
  const [min, max] = [measured[0]![0], measured.at(-1)![0]];
  const whole = Array.from({ length: 101 }, (_, quality) => quality);
  const between = whole.filter((quality) => quality > min && quality < max);
  return [...new Set([min, ...between, max])].map((quality) => [
    quality,
    bytesAt(bySteps, place(quality)),
  ]);
}

interface Written extends ReachedSize {
  file: Uint8Array<ArrayBuffer>;
  bytes: number;
}

/** How a WebP is made to fit its limit. */
export interface WebpMaking {
  /** The frame for a picture of that size, with its alpha but without its quality. */
  frameAt: (size: Size) => Promise<WebpFrame>;
  writeWebp: WriteWebp;
  /**
   * For a picture whose samples are not kept: decodes all of it again. Returns the trials of all
   * parts in order.
   */
  tryAll?: (trials: TrialOutput) => Promise<Uint8Array<ArrayBuffer>[]>;
}

/** Creates a coder that makes files within a limit, not counting `bytesBeside`. */
export function webpCoder({ frameAt, writeWebp, tryAll }: WebpMaking): LimitCoder {
  return {
    mayBeOff: 1.08,
    async measure({ collecting: { width, height }, parts }, { min, max }, runners) {
      const picture = { width, height };
      const between = measuredQualities.filter((quality) => quality > min && quality < max);
      const qualities = [...new Set([min, ...between, max])];
      const trials = { kind: 'trials', picture, qualities } as const;
      const coding = parts
        ? codeParts(parts, { ...trials, rows: rowsToMeasure(width, parts.length) }, max, runners)
        : tryAll!({ ...trials, rows: measuredRows });
      const [strips, { alpha }] = await Promise.all([coding, frameAt(picture)]);
      const curve: [quality: number, bytes: number][] = [];
      for (const [index, quality] of qualities.entries()) {
        const tried = strips.filter((_, at) => at % qualities.length === index);
        const coded = tried.reduce((sum, strip) => sum + unpackVp8Strip(strip).rows, 0);
        const rows = Math.min(coded * macroblock, height);
        const size = { width, height: rows };
        const about = { ...size, quality, metadata: {}, icc: undefined, alpha: null };
        const { buffer } = await writeWebp(tried, about);
        const length = buffer.byteLength;
        release(buffer);
        // In a picture of a single color, size does not depend on quality.
        const bytes = length * (height / rows) + alphaBytes(alpha);
        curve.push([quality, Math.max(bytes, (curve.at(-1)?.[1] ?? 0) + 1)]);
      }
      return alongSteps(curve);
    },
    async encode(sized, room, { min, max }, runners) {
      const { collecting, parts, curve } = sized;
      const { width, height } = collecting;
      const size = { width, height };
      const frame = await frameAt(size);
      const beside = bytesBeside(frame);
      const fileAt = async (quality: number): Promise<Uint8Array<ArrayBuffer>> => {
        if (!parts) return (await runners.codeAt!({ quality, size }))[0]!;
        const strips = await codeParts(
          parts,
          { kind: 'macroblocks', picture: size },
          quality,
          runners,
        );
        return writeWebp(strips, { ...frame, quality });
      };
      const makeAt = async (quality: number): Promise<Written> => {
        const file = await fileAt(quality);
        const bytes = file.length - beside;
        return { width, height, quality, parts: [file], fits: bytes <= room, bytes, file };
      };
      const tried: [quality: number, bytes: number][] = [];
      let best: Written | null = null;
      let lower = 0;
      let quality = qualityFor(curve, room * aim);
      for (let writes = 1; ; writes++) {
        const made = await makeAt(quality);
        sized.curve = times(curve, made.bytes / bytesAt(curve, quality));
        const isNear = made.bytes >= room * nearEnough || quality >= max;
        const isBetter: boolean = made.fits && (!best || quality > best.quality);
        if (isBetter && isNear) return made;
        tried.push([quality, made.bytes]);
        const next = nextQuality(curve, tried, room * aim);
        const isOver = writes >= maxWrites || Math.abs(next - quality) < leastStep;
        const found: Written | null = isBetter ? made : best;
        if (isOver && (found || quality <= min)) return found ?? made;
        const lost = isBetter ? best : made;
        if (lost) release(lost.file.buffer);
        best = found;
        // If nothing between fits, tries ever lower qualities.
        if (isOver) lower = lower * 2 + 0.5;
        quality = isOver ? Math.max(min, quality - lower) : next;
      }
    },
  };
}
