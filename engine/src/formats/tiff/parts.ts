import { EngineError } from '../../errors.ts';
import { planesOf, type Chunks } from './chunks.ts';
import type { TiffFile } from './directories.ts';
import { Expander } from './expand.ts';
import { JpegChunks } from './jpeg-chunks.ts';
import { isJpeg, isWebp } from './kinds.ts';
import type { Layout } from './layout.ts';
import type { Place } from './paint.ts';
import { photometrics } from './tags.ts';
import { unpackSamples, type Samples } from './unpack.ts';
import { WebpChunks } from './webp-chunks.ts';

/** A strip or tile: its index, the part of the picture it covers, and its own rows. */
export interface Part {
  index: number;
  place: Place;
  rows: number;
}

export function* listParts(layout: Layout, { across, down }: Chunks): Generator<Part> {
  const { width, height, chunkWidth, chunkHeight, isTiled } = layout;
  for (let index = 0; index < across * down; index++) {
    const x = (index % across) * chunkWidth;
    const y = Math.floor(index / across) * chunkHeight;
    const place = {
      x,
      y,
      width: Math.min(chunkWidth, width - x),
      height: Math.min(chunkHeight, height - y),
    };
    yield { index, place, rows: isTiled ? chunkHeight : place.height };
  }
}

/** Rows that are stored together: pixels of YCbCr may share color samples. */
interface Unit {
  rows: number;
  /** Size when not compressed. */
  bytes: number;
}

function unitOf(layout: Layout): Unit {
  const { chunkWidth, bits, samples, isSeparate, subsampling, photometric } = layout;
  if (photometric === photometrics.ycbcr && !isSeparate) {
    const [across, down] = subsampling;
    return { rows: down, bytes: Math.ceil(chunkWidth / across) * (across * down + 2) };
  }
  return { rows: 1, bytes: Math.ceil((chunkWidth * bits * (isSeparate ? 1 : samples)) / 8) };
}

/** Size of uncompressed rows in bytes. */
export function bytesOfRows(layout: Layout, rows: number): number {
  const unit = unitOf(layout);
  return Math.ceil(rows / unit.rows) * unit.bytes;
}

/** Interleaves the samples of planes. */
function interleave(planes: readonly Samples[]): Samples {
  const [first] = planes;
  const count = planes.length;
  const { data: sample, width } = first!;
  const pixels = Math.min(...planes.map((plane) => plane.data.length / plane.count));
  const data =
    sample instanceof Uint16Array
      ? new Uint16Array(pixels * count)
      : new Uint8Array(pixels * count);
  for (const [channel, { data: plane, count: stride }] of planes.entries()) {
    for (let from = 0, to = channel; to < data.length; from += stride, to += count)
      data[to] = plane[from]!;
  }
  return { data, width, count };
}

/** The first rows of a strip or tile. */
interface FirstRows {
  samples: Samples;
  rows: number;
}

/** A plane of a part: its index among all of them, its samples per pixel, and its number. */
interface AskedPlane {
  index: number;
  count: number;
  plane: number;
  /** Rows may be missing. */
  isDamaged: boolean;
}

/** Reads the samples of strips and tiles in any compression. */
export class PartReader {
  readonly #file: TiffFile;
  readonly #layout: Layout;
  readonly #chunks: Chunks;
  readonly #jpegs: JpegChunks | null;
  readonly #webps: WebpChunks | null;
  readonly expander: Expander;

  constructor(file: TiffFile, layout: Layout, chunks: Chunks) {
    this.#file = file;
    this.#layout = layout;
    this.#chunks = chunks;
    this.#jpegs = isJpeg(layout) ? new JpegChunks(file, layout, chunks) : null;
    this.#webps = isWebp(layout) ? new WebpChunks(file, layout, chunks) : null;
    this.expander = new Expander(file, layout, chunks);
  }

  /** Throws `corrupt-file` where rows are missing, or `unsupported-feature`. */
  async read(part: Part): Promise<Samples> {
    return (await this.#read(part, false)).samples;
  }

  /** As many rows from the top as can be read in all planes. Throws where none can. */
  readSome(part: Part): Promise<FirstRows> {
    return this.#read(part, true);
  }

  async #read(part: Part, isDamaged: boolean): Promise<FirstRows> {
    const { isSeparate, samples } = this.#layout;
    if (!isSeparate)
      return this.#readPlane(part, { index: part.index, count: samples, plane: 0, isDamaged });
    const planes: FirstRows[] = [];
    const count = planesOf(this.#layout);
    const perPlane = this.#chunks.count / count;
    for (let plane = 0; plane < count; plane++) {
      const index = plane * perPlane + part.index;
      planes.push(await this.#readPlane(part, { index, count: 1, plane, isDamaged }));
    }
    return {
      samples: interleave(planes.map((plane) => plane.samples)),
      rows: Math.min(...planes.map((plane) => plane.rows)),
    };
  }

  async #readPlane({ place, rows }: Part, asked: AskedPlane): Promise<FirstRows> {
    const layout = this.#layout;
    const { index, count, plane, isDamaged } = asked;
    const { chunkWidth, littleEndian } = { ...layout, ...this.#file };
    const pictures = this.#jpegs ?? this.#webps;
    if (pictures) {
      const decoded = await pictures.decode(index, { width: chunkWidth, height: rows });
      if (decoded.width < place.width || decoded.height < place.height)
        throw new EngineError('corrupt-file', 'TIFF: a picture inside is smaller than its part');
      return { samples: decoded, rows: place.height };
    }
    const unit = unitOf(layout);
    const size = bytesOfRows(layout, rows);
    const expanded = isDamaged
      ? await this.expander.expandSome(index, { size, plane, step: unit.bytes })
      : await this.expander.expand(index, size, plane);
    const units = Math.floor(expanded.bytes.length / unit.bytes);
    const read = Math.min(units * unit.rows, rows);
    if (layout.photometric === photometrics.ycbcr && !layout.isSeparate)
      return { samples: { data: expanded.bytes, width: chunkWidth, count }, rows: read };
    const { isOwn } = expanded;
    const bytes = expanded.bytes.subarray(0, units * unit.bytes);
    const packed = { bytes, isOwn, width: chunkWidth, rows: read, count };
    return { samples: unpackSamples(packed, layout, littleEndian), rows: read };
  }

  /** The whole picture, if one stream holds it. */
  async readWhole(): Promise<Samples | null> {
    return this.#jpegs && this.#jpegs.decodeOldWhole();
  }
}
