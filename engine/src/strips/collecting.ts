// Pictures whose strips give their samples back before anything is encoded: these come together here, and are
// cut into parts that any worker encodes.
import type { Size } from '../geometry.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import type { Kernel } from '../transform/kernel.ts';
import { noTurn } from '../transform/orient.ts';
import { RowJoiner, type ResampledRows, type Resampling } from '../transform/plane-resampler.ts';
import { noData, type StripPart } from './parts.ts';

/** Rows of the picture in a part, a multiple of all MCU heights. */
const partRows = 256;

/** A picture whose samples are collected before they are encoded. */
export interface Collecting extends Size {
  chroma: ChromaFormat;
  /** What brings each component to its size; `null` where they have it. */
  resampling: readonly Resampling[] | null;
}

/** What is shown of the strips, in their pixels; whole or not. */
interface Shown extends Size {
  x: number;
  y: number;
}

function componentsOf(chroma: ChromaFormat): { across: number; down: number }[] {
  const whole = { across: 1, down: 1 };
  return chroma === '4:0:0' ? [whole] : [whole, samplingOf(chroma), samplingOf(chroma)];
}

/**
 * How the strips of a picture become one of another size. Luma is averaged as light, which keeps fine bright
 * detail on dark ground as bright as it looks from afar; color differences are averaged as numbers, since
 * light cannot be had of them alone. Gain maps (`mean`) hold logarithms, and are averaged as such.
 */
export function planCollecting(
  strips: Size & { chroma: ChromaFormat },
  shown: Shown,
  target: Size & { chroma: ChromaFormat },
  kernel: Kernel,
): Collecting {
  const { width, height, chroma } = target;
  const sources = componentsOf(strips.chroma);
  const resampling = componentsOf(chroma).map((sampling, component): Resampling => {
    const stored = sources[component]!;
    const size = {
      width: Math.ceil(width / sampling.across),
      height: Math.ceil(height / sampling.down),
    };
    // Halved samples of an odd width show half a pixel more than there is.
    const wider = (size.width * sampling.across) / width;
    const higher = (size.height * sampling.down) / height;
    return {
      source: {
        width: Math.ceil(strips.width / stored.across),
        height: Math.ceil(strips.height / stored.down),
      },
      across: {
        start: shown.x / stored.across,
        length: (shown.width / stored.across) * wider,
      },
      down: { start: shown.y / stored.down, length: (shown.height / stored.down) * higher },
      target: size,
      kernel,
      light: component === 0 && kernel === 'lanczos',
    };
  });
  return { width, height, chroma, resampling };
}

/** JPEG's own, as all samples are that strips give back. */
const jpegColor = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };

/** Puts together what all strips gave back, and cuts it into parts from top to bottom. */
export function joinSamples(
  results: readonly ResampledRows[][],
  { width, height, chroma, resampling }: Collecting,
  quality: number,
): StripPart[] {
  const samplings = componentsOf(chroma);
  const wholePlanes = samplings.map(({ across }, component) => {
    const { down } = samplings[component]!;
    const target = { width: Math.ceil(width / across), height: Math.ceil(height / down) };
    const joiner = new RowJoiner(resampling?.[component] ?? { target, light: false });
    for (const rows of results) joiner.add(rows[component]!);
    return { data: joiner.finish(), stride: target.width };
  });
  const parts: StripPart[] = [];
  for (let top = 0; top < height; top += partRows) {
    const rows = Math.min(partRows, height - top);
    const planes = wholePlanes.map(({ data, stride }, component) => {
      const { down } = samplings[component]!;
      return data.slice((top / down) * stride, Math.ceil((top + rows) / down) * stride);
    });
    const strides = wholePlanes.map(({ stride }) => stride);
    const part = { width, height: rows, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
    const last = top + rows === height;
    parts.push(partOf({ ...part, color: jpegColor }, parts.length, top, quality, last));
  }
  return parts;
}

/** Planes of a JPEG's samples as a part that is encoded like any other. */
function partOf(
  planes: Planes,
  index: number,
  top: number,
  quality: number,
  last: boolean,
): StripPart {
  const { width, height: rows, chroma } = planes;
  const whole = { x: 0, y: 0, width, height: rows };
  return {
    index,
    planes,
    task: {
      ...{ kind: 'jpeg', output: { kind: 'tokens' }, quality, table: null },
      ...{ width, rows, chroma, bitDepth: 8, turn: noTurn, nclx: null },
      // What it is coded as matters no more.
      tiles: [
        { codec: 'hevc', configuration: noData, data: noData, width, height: rows, gray: false },
      ],
      pieces: [{ tile: 0, from: whole, to: { x: 0, y: 0 } }],
      firstMcuRow: top / (8 * samplingOf(chroma).down),
      last,
    },
  };
}
