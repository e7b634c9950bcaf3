// Strips whose samples are collected seldom begin and end on MCU rows. The MCU rows inside are
// coded by the strip's worker; only the rows at the edges go to the collector, which joins them
// with the next strip's.
import { release } from '../bytes/release.ts';
import type { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { Strip } from '../formats/jpeg/encoder/strip.ts';
import type { Size } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { noTurn } from '../transform/orient.ts';
import { copyRows, type ResampledRows } from '../transform/resampled-rows.ts';
import { componentsOf, jpegColor } from './frame.ts';
import type { CodedRows } from './tasks/result.ts';

/** Fewer luma rows are not worth coding separately. */
const minRows = 128;

/** Luma rows from `from` up to, but not including, `to`. */
interface RowRange {
  from: number;
  to: number;
}

/** The complete MCU rows among some luma rows; `null` if they are too few. */
function wholeMcus(top: number, end: number, chroma: ChromaFormat): RowRange | null {
  const mcuHeight = 8 * samplingOf(chroma).down;
  const from = Math.ceil(top / mcuHeight) * mcuHeight;
  const to = Math.floor(end / mcuHeight) * mcuHeight;
  return to - from >= minRows ? { from, to } : null;
}

/** Coded rows, and each component's samples above and below them. */
export interface CodedStrip {
  coded: CodedRows;
  above: ResampledRows[];
  below: ResampledRows[];
}

/** Encoder and settings for a strip. */
interface Coding {
  encoder: JpegEncoder;
  quality: number;
  /** Chroma format of the result. */
  chroma: ChromaFormat;
  /** Whether the strip is the picture's last. */
  last: boolean;
}

/** Codes the complete MCU rows of a finished strip that begins at row `top` of the picture. */
export function codeStripRows(
  strip: Strip,
  top: number,
  { encoder, quality, chroma, last }: Coding,
): CodedStrip | null {
  const end = top + strip.shape.height;
  const range = wholeMcus(top, end, chroma);
  if (!range) return null;
  const { from, to } = range;
  const downs = componentsOf(chroma).map(({ down }) => down);
  // Copied before anything is coded, which may move the encoder's memory.
  const edges = encoder.samples.samplesOf(strip).map((plane, component) => {
    const down = downs[component]!;
    const [skipped, kept] = [(from - top) / down, (to - top) / down];
    const offset = plane.offset + kept * plane.stride;
    return {
      above: { first: top / down, data: copyRows({ ...plane, rows: skipped }), open: [] },
      below: {
        first: to / down,
        data: copyRows({ ...plane, offset, rows: plane.rows - kept }),
        open: [],
      },
    };
  });
  const whole: Strip = {
    shape: { ...strip.shape, height: to - from },
    planes: strip.planes.map((plane, component) => ({
      ...plane,
      codedAddress: plane.codedAddress + ((from - top) / downs[component]!) * plane.codedStride,
    })),
  };
  encoder.setQuality(quality, chroma);
  const firstMcuRow = from / (8 * samplingOf(chroma).down);
  const tokens = encoder.tokenize(whole, firstMcuRow, last && to === end);
  return {
    coded: { from, to, tokens },
    above: edges.map(({ above }) => above),
    below: edges.map(({ below }) => below),
  };
}

/** Samples per row, and luma rows per row, of each component. */
function shapesOf(width: number, chroma: ChromaFormat): { columns: number; down: number }[] {
  return componentsOf(chroma).map(({ across, down }) => ({
    columns: Math.ceil(width / across),
    down,
  }));
}

/** The luma rows that a component covers completely. */
function wholeRows(
  { first, data }: ResampledRows,
  { columns, down }: { columns: number; down: number },
): RowRange {
  return { from: first * down, to: (first + data.length / columns) * down };
}

/** Splits a component's rows into those above a range of luma rows, within it, and below it. */
function cutRows(
  { first, data, open }: ResampledRows,
  { columns, down }: { columns: number; down: number },
  { from, to }: RowRange,
): { above: ResampledRows; middle: Uint8Array; below: ResampledRows } {
  const [start, end] = [(from / down - first) * columns, (to / down - first) * columns];
  return {
    // Incomplete sums go with the rows above: the collector adds each to its own row.
    above: { first, data: data.slice(0, start), open },
    middle: data.subarray(start, end),
    below: { first: to / down, data: data.slice(end), open: [] },
  };
}

/**
 * The same for a strip that shows a part beginning between chroma samples. Luma is taken from
 * `corner` on, in the strip's pixels. `color` has chroma resampled for the part, and is released.
 * `size` is the picture's size, `top` the picture row of the corner.
 */
export function codeMovedRows(
  strip: Strip,
  corner: { x: number; y: number },
  top: number,
  color: readonly ResampledRows[],
  size: Size,
  { encoder, quality, chroma }: Omit<Coding, 'last'>,
): CodedStrip | null {
  const shapes = shapesOf(size.width, chroma).slice(1);
  const end = Math.min(top + strip.shape.height - corner.y, size.height);
  const whole = color.map((rows, at) => wholeRows(rows, shapes[at]!));
  const range = wholeMcus(
    Math.max(top, ...whole.map(({ from }) => from)),
    Math.min(end, ...whole.map(({ to }) => to)),
    chroma,
  );
  if (!range) return null;
  const { from, to } = range;
  const [luma] = encoder.samples.samplesOf(strip);
  const copyLuma = (first: number, before: number): ResampledRows => {
    const offset = luma!.offset + (corner.y + first - top) * luma!.stride + corner.x;
    const rows = { ...luma!, offset, width: size.width, rows: before - first };
    return { first, data: copyRows(rows), open: [] };
  };
  const [lumaAbove, lumaBelow] = [copyLuma(top, from), copyLuma(to, end)];
  const cut = color.map((rows, at) => cutRows(rows, shapes[at]!, range));
  const part = encoder.samples.takePart(
    strip,
    { x: corner.x, y: corner.y + from - top },
    { width: size.width, height: to - from },
    cut.map(({ middle }) => middle),
  );
  // The edges are copies.
  for (const { data } of color) release(data.buffer);
  encoder.setQuality(quality, chroma);
  const firstMcuRow = from / (8 * samplingOf(chroma).down);
  const tokens = encoder.tokenize(part, firstMcuRow, to === size.height);
  return {
    coded: { from, to, tokens },
    above: [lumaAbove, ...cut.map(({ above }) => above)],
    below: [lumaBelow, ...cut.map(({ below }) => below)],
  };
}

/** The same for resampled rows, which are released. `height` is the picture's. */
export function codeResampledRows(
  rows: readonly ResampledRows[],
  { width, height }: Size,
  { encoder, quality, chroma }: Omit<Coding, 'last'>,
): CodedStrip | null {
  const shapes = shapesOf(width, chroma);
  const whole = rows.map((each, at) => wholeRows(each, shapes[at]!));
  const range = wholeMcus(
    Math.max(...whole.map(({ from }) => from)),
    Math.min(...whole.map(({ to }) => to), height),
    chroma,
  );
  if (!range) return null;
  const { from, to } = range;
  const cut = rows.map((each, at) => cutRows(each, shapes[at]!, range));
  const size = { width, height: to - from };
  const strip = encoder.samples.startStrip({ ...size, chroma, sampleBytes: 1 });
  const planes = cut.map(({ middle }) => middle);
  const strides = shapes.map(({ columns }) => columns);
  const depths = { bitDepth: 8, chromaBitDepth: 8 };
  encoder.samples.place(
    strip,
    { ...size, chroma, ...depths, planes, strides, color: jpegColor },
    { x: 0, y: 0, ...size },
    { x: 0, y: 0 },
    noTurn,
  );
  // The edges are copies.
  for (const { data } of rows) release(data.buffer);
  encoder.samples.finish(strip, null);
  encoder.setQuality(quality, chroma);
  const firstMcuRow = from / (8 * samplingOf(chroma).down);
  const tokens = encoder.tokenize(strip, firstMcuRow, to === height);
  return {
    coded: { from, to, tokens },
    above: cut.map(({ above }) => above),
    below: cut.map(({ below }) => below),
  };
}
