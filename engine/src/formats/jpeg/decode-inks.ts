import { inksToSrgb } from '../../color/inks-to-srgb.ts';
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { jpegDecoder, type JpegDecoder } from '../../jpeg-decoder/decoder.ts';
import { readJpegFrame, type JpegFrame } from '../../jpeg-decoder/frame.ts';
import type { WindowListener } from '../../jpeg-decoder/window.ts';
import type { Raster } from '../../planes/raster.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { requireRgbaConverter } from '../../planes/to-rgba.ts';
import { findJpegIcc } from './read-metadata.ts';
import { type JpegFile } from './segments.ts';

/** Samples of a component, without gaps. Subsampled components are smaller than the picture. */
interface Plane {
  data: Uint8Array;
  width: number;
  height: number;
}

function decodePlanes(decoder: JpegDecoder, data: Uint8Array, frame: JpegFrame): Plane[] {
  const { across, down } = samplingOf(frame.chroma);
  const planes = frame.components.map(({ isFull }) => {
    const width = isFull ? frame.width : Math.ceil(frame.width / across);
    const height = isFull ? frame.height : Math.ceil(frame.height / down);
    return { data: new Uint8Array(width * height), width, height, by: isFull ? 1 : down };
  });
  const copyRows: WindowListener = (given, end, top) => {
    planes.forEach(({ data: own, width, height, by }, component) => {
      const [source, stride] = [given.planes[component]!, given.strides[component]!];
      for (let row = Math.ceil(top / by); row < Math.min(Math.ceil(end / by), height); row++) {
        const from = (row - top / by) * stride;
        own.set(source.subarray(from, from + width), row * width);
      }
    });
    return end;
  };
  decoder.decode(data, frame, copyRows, 'inks');
  return planes;
}

/** Weights the nearer sample 3/4 and the farther one 1/4 (libjpeg's `jdsample.c`). */
function mix(near: number, far: number): number {
  return (3 * near + far + 2) >> 2;
}

/** The second nearest sample to pixel `at`, where each sample covers two pixels. */
const neighbor = (at: number, count: number): number =>
  Math.min(Math.max((at >> 1) + (at & 1 ? 1 : -1), 0), count - 1);

/** Scales a plane up to the picture's size. */
function enlarge({ data, width, height }: Plane, to: Size): Uint8Array {
  const isHigh = height === to.height;
  const isWide = width === to.width;
  if (isHigh && isWide) return data;
  const result = new Uint8Array(to.width * to.height);
  const line = new Uint8Array(width);
  for (let row = 0; row < to.height; row++) {
    const near = (isHigh ? row : row >> 1) * width;
    const far = (isHigh ? row : neighbor(row, height)) * width;
    for (let column = 0; column < width; column++)
      line[column] = mix(data[near + column]!, data[far + column]!);
    const start = row * to.width;
    for (let column = 0; column < to.width; column++)
      result[start + column] = isWide
        ? line[column]!
        : mix(line[column >> 1]!, line[neighbor(column, width)]!);
  }
  return result;
}

/** Matrix coefficients of YCbCr (BT.601) and of untransformed components (ITU-T H.273, table 4). */
const matrices = { bt601: 5, none: 0 };

/**
 * Joins the planes to RGBA: the RGB that the inks leave of the paper's white, and black in place of
 * alpha.
 */
async function joinPlanes(
  { width, height, isYcck }: JpegFrame,
  planes: Plane[],
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const [first, second, third, black] = planes.map((plane) => enlarge(plane, { width, height }));
  const converter = await requireRgbaConverter();
  const { data, stride } = converter.convert(
    {
      width,
      height,
      chroma: '4:4:4',
      bitDepth: 8,
      chromaBitDepth: 8,
      planes: [first!, second!, third!],
      strides: [width, width, width],
    },
    {
      gray: false,
      bitDepth: 8,
      chromaBitDepth: 8,
      fullRange: true,
      matrix: isYcck ? matrices.bt601 : matrices.none,
    },
    false,
  );
  // The identity matrix takes planes as green, blue and red. YCCK describes the inks themselves,
  // but they are stored inverted.
  const [cyan, magenta, yellow] = isYcck ? [0, 1, 2] : [1, 2, 0];
  const flip = isYcck ? 255 : 0;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    let from = row * stride;
    let to = row * width * 4;
    for (let column = 0; column < width; column++, from += 4, to += 4) {
      pixels[to] = data[from + cyan]! ^ flip;
      pixels[to + 1] = data[from + magenta]! ^ flip;
      pixels[to + 2] = data[from + yellow]! ^ flip;
      pixels[to + 3] = black![row * width + column]!;
    }
  }
  return pixels;
}

/** Four samples of 8 bits a pixel. */
export interface FourComponents extends Size {
  data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Decodes a JPEG of four components as they are stored, with only YCCK's matrix undone. Throws
 * `unsupported-feature` (`jpeg-cmyk`) for rare codings and samplings, `corrupt-file`.
 */
export async function decodeFourComponents(data: Uint8Array): Promise<FourComponents> {
  const frame = readJpegFrame(data, 'inks');
  if (!frame) {
    throw new EngineError('unsupported-feature', 'JPEG with four inks of a rare coding', {
      feature: 'jpeg-cmyk',
    });
  }
  let planes: Plane[];
  try {
    planes = decodePlanes(await jpegDecoder.require(), data, frame);
  } catch (cause) {
    if (!(cause instanceof EngineError) || cause.code !== 'unsupported-feature') throw cause;
    throw new EngineError('corrupt-file', cause.message, { cause });
  }
  const { width, height } = frame;
  return { width, height, data: await joinPlanes(frame, planes) };
}

/**
 * Decodes a four-ink JPEG (CMYK or YCCK, as Adobe stores them) to sRGB, for places without a
 * browser that does it. Throws as `decodeFourComponents`.
 */
export async function decodeInks(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const { width, height, data } = await decodeFourComponents(bytes.subarray(0, file.end));
  inksToSrgb(data, findJpegIcc(file));
  return {
    width,
    height,
    data,
    opaque: true,
    gray: false,
    premultiplied: false,
    color: {},
  };
}
