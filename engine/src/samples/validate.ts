import { requireOneOf, requireValid } from '../convert/validate.ts';
import { EngineError } from '../errors.ts';
import { limits } from '../options.ts';
import { samplingOf } from '../planes/sampling.ts';
import type {
  DecodeOptions,
  EncodeJpegOptions,
  PixelsToEncode,
  PlanesToEncode,
  SamplesToEncode,
} from './samples.ts';

function refuse(message: string): never {
  throw new EngineError('invalid-options', message);
}

/** Throws `invalid-options` for options that `DecodeOptions` does not allow. */
export function requireDecodeOptions(options: DecodeOptions): void {
  const { as, bitDepth, hdr, tiles, ...shared } = options;
  requireOneOf('as', as, ['pixels', 'planes']);
  requireOneOf('bitDepth', bitDepth, [8, 16]);
  requireOneOf('hdr', hdr, ['tone-map', 'keep']);
  if (tiles !== undefined && !(Number.isInteger(tiles) && tiles >= 2 && tiles <= 100))
    refuse('tiles is a whole number from 2 to 100');
  requireValid(shared);
}

/** Throws `invalid-options` for options that `EncodeJpegOptions` does not allow. */
export function requireEncodeOptions({ quality, chroma, background }: EncodeJpegOptions): void {
  requireOneOf('chroma', chroma, ['4:2:0', '4:4:4']);
  requireValid({
    ...(quality !== undefined && { quality }),
    ...(background !== undefined && { background }),
  });
}

export function isPlanes(samples: SamplesToEncode): samples is PlanesToEncode {
  return 'planes' in samples;
}

/** Throws `invalid-options`, with the reason, for samples that do not fit the size they state. */
export function requireSamples(samples: SamplesToEncode): void {
  if (typeof samples !== 'object' || samples === null) refuse('The samples are no object');
  const { width, height } = samples;
  if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= limits.side))
    refuse(`width and height are whole numbers from 1 to ${limits.side}`);
  if (width * height > limits.pixels)
    throw new EngineError('too-large', `${width}x${height} is beyond what pictures may have`);
  requireColor(samples.color);
  if (isPlanes(samples)) requirePlanes(samples);
  else requirePixels(samples);
}

function requireColor(color: SamplesToEncode['color']): void {
  if (color === undefined) return;
  if (typeof color !== 'object' || color === null) refuse('color is an object');
  if (color.icc !== undefined && !(color.icc instanceof Uint8Array))
    refuse('color.icc is a Uint8Array');
  const { primaries, transfer } = color.cicp ?? { primaries: 1, transfer: 13 };
  if (![primaries, transfer].every(Number.isInteger))
    refuse('color.cicp has the code points primaries and transfer');
}

function requirePixels({ width, height, data }: PixelsToEncode): void {
  const isArray =
    data instanceof Uint8ClampedArray || data instanceof Uint8Array || data instanceof Uint16Array;
  if (!isArray) refuse('data is a Uint8ClampedArray, a Uint8Array or a Uint16Array');
  const needed = width * height * 4;
  if (data.length < needed)
    refuse(`data has ${data.length} samples; ${width}x${height} pixels of RGBA need ${needed}`);
}

function requirePlanes(samples: PlanesToEncode): void {
  const { width, height, chroma, planes, strides, fullRange, matrix } = samples;
  requireOneOf('fullRange', fullRange, [true, false]);
  if (matrix !== undefined && !Number.isInteger(matrix)) refuse('matrix is a code point');
  // Unlike options, it has to be there.
  requireOneOf('chroma', chroma ?? null, ['4:0:0', '4:2:0', '4:2:2', '4:4:4']);
  const count = chroma === '4:0:0' ? 1 : 3;
  if (!Array.isArray(planes) || planes.length !== count)
    refuse(`planes has ${count} of them for ${chroma}`);
  if (!Array.isArray(strides) || strides.length !== count)
    refuse(`strides has one number for each plane`);
  const { across, down } = samplingOf(chroma);
  planes.forEach((plane, index) => {
    if (!(plane instanceof Uint8Array)) refuse(`plane ${index} is a Uint8Array`);
    const columns = index === 0 ? width : Math.ceil(width / across);
    const rows = index === 0 ? height : Math.ceil(height / down);
    const stride = strides[index]!;
    if (!Number.isInteger(stride) || stride < columns)
      refuse(`stride ${index} is a whole number of at least ${columns}`);
    const needed = (rows - 1) * stride + columns;
    if (plane.length < needed)
      refuse(`plane ${index} has ${plane.length} samples; ${columns}x${rows} need ${needed}`);
  });
}
