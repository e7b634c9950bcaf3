import { inksToSrgb } from '../../color/inks-to-srgb.ts';
import { EngineError } from '../../errors.ts';
import type { ColorTags, Raster } from '../../planes/raster.ts';
import { planesOf, readChunkPlaces, storedBytes, type Chunks } from './chunks.ts';
import type { TiffFile } from './directories.ts';
import { Expander, requireEnough } from './expand.ts';
import { JpegChunks } from './jpeg-chunks.ts';
import { isDeep, isGray, isJpeg, isWebp } from './kinds.ts';
import type { Layout } from './layout.ts';
import { makePainter, type Painter } from './painter.ts';
import type { Place } from './paint.ts';
import { photometrics } from './tags.ts';
import { unpackSamples, type Samples } from './unpack.ts';
import { WebpChunks } from './webp-chunks.ts';

/** Most bytes of samples in a picture, including samples that are not used. */
const maxSampleBytes = 2 ** 30;

/** A strip or tile: its index, the part of the picture it covers, and its own rows. */
interface Part {
  index: number;
  place: Place;
  rows: number;
}

function* listParts(layout: Layout, { across, down }: Chunks): Generator<Part> {
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

/** Size of uncompressed rows in bytes. Pixels of YCbCr may share color samples. */
function bytesOfRows(layout: Layout, rows: number): number {
  const { chunkWidth, bits, samples, isSeparate, subsampling, photometric } = layout;
  if (photometric === photometrics.ycbcr && !isSeparate) {
    const [across, down] = subsampling;
    return Math.ceil(chunkWidth / across) * Math.ceil(rows / down) * (across * down + 2);
  }
  return Math.ceil((chunkWidth * bits * (isSeparate ? 1 : samples)) / 8) * rows;
}

/** Refuses a picture that the file cannot hold, before allocating memory for it. */
function requirePixels(file: TiffFile, layout: Layout, chunks: Chunks): void {
  const { chunkHeight, compression } = layout;
  const each = bytesOfRows(layout, chunkHeight);
  if (each * chunks.count > maxSampleBytes + each)
    throw new EngineError('too-large', `TIFF: samples of ${each * chunks.count} bytes`);
  // No strip is higher than the picture, and all but the last ones have equal heights.
  const rows = layout.isTiled ? chunkHeight * chunks.down : layout.height;
  const wanted = bytesOfRows(layout, rows) * (chunks.count / chunks.down);
  let stored = 0;
  for (let index = 0; index < chunks.count; index++)
    stored += storedBytes(file, layout, chunks, index, each).length;
  requireEnough(compression, stored, wanted - 64 * chunks.count);
}

/** Interleaves the samples of planes. */
function interleave(planes: readonly Samples[]): Samples {
  const [first] = planes;
  const count = planes.length;
  const { data: sample, width } = first!;
  const pixels = sample.length / first!.count;
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

/** Reads the samples of strips and tiles in any compression. */
class PartReader {
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

  async read(part: Part): Promise<Samples> {
    const { isSeparate, samples } = this.#layout;
    if (!isSeparate) return this.#readPlane(part, part.index, samples, 0);
    const planes: Samples[] = [];
    const count = planesOf(this.#layout);
    const perPlane = this.#chunks.count / count;
    for (let plane = 0; plane < count; plane++)
      planes.push(await this.#readPlane(part, plane * perPlane + part.index, 1, plane));
    return interleave(planes);
  }

  async #readPlane(
    { place, rows }: Part,
    index: number,
    count: number,
    plane: number,
  ): Promise<Samples> {
    const layout = this.#layout;
    const { chunkWidth, littleEndian } = { ...layout, ...this.#file };
    const pictures = this.#jpegs ?? this.#webps;
    if (pictures) {
      const decoded = await pictures.decode(index, { width: chunkWidth, height: rows });
      if (decoded.width < place.width || decoded.height < place.height)
        throw new EngineError('corrupt-file', 'TIFF: a picture inside is smaller than its part');
      return decoded;
    }
    const expanded = await this.expander.expand(index, bytesOfRows(layout, rows), plane);
    if (layout.photometric === photometrics.ycbcr && !layout.isSeparate)
      return { data: expanded.bytes, width: chunkWidth, count };
    return unpackSamples({ ...expanded, width: chunkWidth, rows, count }, layout, littleEndian);
  }

  /** The whole picture, if one stream holds it. */
  async readWhole(): Promise<Samples | null> {
    return this.#jpegs && this.#jpegs.decodeOldWhole();
  }
}

async function paintParts(
  reader: PartReader,
  layout: Layout,
  chunks: Chunks,
  painter: Painter,
): Promise<void> {
  const whole = await reader.readWhole();
  const { width, height } = layout;
  if (whole) return painter.paint(whole, { x: 0, y: 0, width, height });
  for (const part of listParts(layout, chunks)) painter.paint(await reader.read(part), part.place);
}

/**
 * Decodes one picture of a file as stored. Throws `corrupt-file`, `unsupported-feature`,
 * `too-large`.
 *
 * @param icc The profile for inks.
 */
export async function decodePicture(
  file: TiffFile,
  layout: Layout,
  color: ColorTags,
  icc: Uint8Array | null,
): Promise<Raster> {
  const { width, height, photometric, alpha } = layout;
  const chunks = readChunkPlaces(file, layout);
  requirePixels(file, layout, chunks);
  const size = width * height * 4;
  const data = isDeep(layout) ? new Uint16Array(size) : new Uint8ClampedArray(size);
  const reader = new PartReader(file, layout, chunks);
  const painter = makePainter(file, layout, { width, data });
  await paintParts(reader, layout, chunks, painter);
  if (photometric === photometrics.inks && data instanceof Uint8ClampedArray) {
    inksToSrgb(data, icc);
    painter.alphas?.forEach((value, at) => (data[at * 4 + 3] = value));
  }
  return {
    width,
    height,
    data,
    color,
    opaque: alpha === 'none',
    gray: isGray(layout),
    premultiplied: alpha === 'premultiplied',
    ...(reader.expander.isDamaged && { mayBeDamaged: true }),
  };
}
