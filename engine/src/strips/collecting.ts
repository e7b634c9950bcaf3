// Pictures whose strips give their samples back before anything is encoded: these come together here, and are
// cut into parts that any worker encodes.
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { partRowsOf } from '../tiles/coded-tile.ts';
import { noTurn } from '../transform/orient.ts';
import { RowJoiner, type ResampledRows } from '../transform/resampled-rows.ts';
import { componentsOf, type Collecting } from './frame.ts';
import { noData, type StripPart } from './parts.ts';

/** JPEG's own, as all samples are that strips give back. */
const jpegColor = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };

/** Puts together what all strips gave back: each plane without gaps. */
export function joinPlanes(
  results: readonly ResampledRows[][],
  { width, height, chroma, resampling }: Collecting,
): { data: Uint8Array<ArrayBuffer>; stride: number }[] {
  return componentsOf(chroma).map(({ across, down }, component) => {
    const target = { width: Math.ceil(width / across), height: Math.ceil(height / down) };
    const joiner = new RowJoiner(resampling?.[component] ?? { target, light: false });
    for (const rows of results) joiner.add(rows[component]!);
    return { data: joiner.finish(), stride: target.width };
  });
}

/** Higher parts would be too few to share, and take much memory each. */
const maxPartRows = 1024;

/** What strips gave back, as parts from top to bottom, where each is of whole rows of MCUs; else `null`. */
function partsAsGiven(
  results: readonly ResampledRows[][],
  { width, height, chroma, resampling }: Collecting,
  quality: number,
): StripPart[] | null {
  if (resampling) return null;
  const strides = componentsOf(chroma).map(({ across }) => Math.ceil(width / across));
  const mcuHeight = 8 * samplingOf(chroma).down;
  const parts: StripPart[] = [];
  let top = 0;
  for (const rows of results.toSorted(([a], [b]) => a!.first - b!.first)) {
    const count = rows[0]!.data.length / width;
    if (rows[0]!.first !== top || top % mcuHeight !== 0 || count > maxPartRows) return null;
    const planes = rows.map(({ data }) => data);
    const part = { width, height: count, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
    const last = top + count === height;
    parts.push(partOf({ ...part, color: jpegColor }, parts.length, top, quality, last));
    top += count;
  }
  return top === height ? parts : null;
}

/** Puts together what all strips gave back, and cuts it into parts from top to bottom. */
export function joinSamples(
  results: readonly ResampledRows[][],
  collecting: Collecting,
  quality: number,
): StripPart[] {
  const asGiven = partsAsGiven(results, collecting, quality);
  if (asGiven) return asGiven;
  const { width, height, chroma } = collecting;
  const samplings = componentsOf(chroma);
  const wholePlanes = joinPlanes(results, collecting);
  const partRows = partRowsOf(height);
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
      ...{ kind: 'jpeg', output: { kind: 'tokens' }, quality, table: null, toSrgb: null },
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
