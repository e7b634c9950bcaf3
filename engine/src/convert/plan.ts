import type { OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { isHdr } from '../color/tone-map.ts';
import { EngineError } from '../errors.ts';
import type { Rectangle, Size } from '../geometry.ts';
import { limits, type ConvertOptions, type ResizeOptions } from '../options.ts';

/** What a conversion does to the samples, in this order. Closed list. */
export type StepKind =
  | 'decode'
  | 'turn-upright'
  | 'crop'
  | 'resize'
  | 'tone-map'
  | 'convert-to-srgb'
  | 'carry-profile'
  | 'fill-transparency'
  | 'reduce-to-8-bit'
  | 'encode'
  | 'keep-metadata'
  | 'remove-location'
  | 'strip-metadata';

export interface Step {
  kind: StepKind;
  /** Why, for developers and the curious; not for translation. */
  reason: string;
}

/** What a conversion will do, and why, before it is run. */
export interface Plan {
  /** Pixels of the result. */
  width: number;
  height: number;
  steps: Step[];
  /** The part of the upright picture that is kept. */
  area: Rectangle;
}

/** The picture's size once it stands upright. */
export function uprightSize({ placement: { crop, transpose } }: PictureHeader): Size {
  return transpose
    ? { width: crop.height, height: crop.width }
    : { width: crop.width, height: crop.height };
}

function requireInside({ x, y, width, height }: Rectangle, size: Size): Rectangle {
  const whole = [x, y, width, height].every(Number.isInteger);
  if (
    !whole ||
    x < 0 ||
    y < 0 ||
    width < 1 ||
    height < 1 ||
    x + width > size.width ||
    y + height > size.height
  ) {
    throw new EngineError(
      'invalid-options',
      `The crop must lie inside ${size.width}x${size.height}, in whole pixels`,
    );
  }
  return { x, y, width, height };
}

/** The part with the target's ratio that `fill` keeps. */
function fillCrop(area: Rectangle, target: Size, position: ResizeOptions['position']): Rectangle {
  const scale = Math.min(area.width / target.width, area.height / target.height);
  const width = Math.min(area.width, Math.max(1, Math.round(target.width * scale)));
  const height = Math.min(area.height, Math.max(1, Math.round(target.height * scale)));
  const centered = position !== 'top-left';
  return {
    x: area.x + (centered ? Math.floor((area.width - width) / 2) : 0),
    y: area.y + (centered ? Math.floor((area.height - height) / 2) : 0),
    width,
    height,
  };
}

function targetSize(area: Size, { width, height, mode = 'fit' }: ResizeOptions): Size {
  const ratio = area.width / area.height;
  if (width === undefined && height === undefined)
    return { width: area.width, height: area.height };
  if (width === undefined)
    return { width: Math.max(1, Math.round(height! * ratio)), height: height! };
  if (height === undefined) return { width, height: Math.max(1, Math.round(width / ratio)) };
  if (mode !== 'fit') return { width, height };
  const scale = Math.min(width / area.width, height / area.height);
  return {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  };
}

function planGeometry(
  upright: Size,
  { crop, resize }: ConvertOptions,
): { area: Rectangle; size: Size } {
  const asked = crop ? requireInside(crop, upright) : { x: 0, y: 0, ...upright };
  if (!resize) return { area: asked, size: { width: asked.width, height: asked.height } };
  const size = targetSize(asked, resize);
  const fills = resize.mode === 'fill' && resize.width !== undefined && resize.height !== undefined;
  return { area: fills ? fillCrop(asked, size, resize.position) : asked, size };
}

function requireSize({ width, height }: Size, codec: OutputCodec): void {
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new EngineError('too-large', `${width}x${height} is beyond what pictures may have`);
  }
  if (width > codec.maxSide || height > codec.maxSide) {
    const scale = codec.maxSide / Math.max(width, height);
    throw new EngineError('too-large', `${codec.format} ends at ${codec.maxSide} pixels a side`, {
      feature: `${codec.format}-side`,
      fits: { width: Math.floor(width * scale), height: Math.floor(height * scale) },
    });
  }
}

function colorStep(header: PictureHeader, options: ConvertOptions): Step | null {
  if (header.decodesTo?.srgb) {
    return { kind: 'convert-to-srgb', reason: "the browser's decoder gives nothing else" };
  }
  if (isHdr(header.color))
    return { kind: 'tone-map', reason: 'the picture is HDR (PQ or HLG), the output is not' };
  const { icc, cicp } = header.color;
  const tagged = icc !== undefined || (cicp !== undefined && ![1, 2].includes(cicp.primaries));
  if (!tagged) return null;
  if (options.color === 'srgb') return { kind: 'convert-to-srgb', reason: 'asked for' };
  return {
    kind: 'carry-profile',
    reason: 'the samples stay as they are, and need their profile to look right',
  };
}

function depthStep({ bitDepth, decodesTo }: PictureHeader, codec: OutputCodec): Step | null {
  if (bitDepth <= 8) return null;
  const kind = 'reduce-to-8-bit';
  if (decodesTo?.bitDepth === 8) return { kind, reason: "the browser's decoder gives 8 bits" };
  return codec.deep ? null : { kind, reason: `${codec.format} has 8 bits; dithered against bands` };
}

const metadataSteps: Record<NonNullable<ConvertOptions['metadata']>, Step> = {
  keep: {
    kind: 'keep-metadata',
    reason: 'camera, date, lens and place go along; orientation and size are made true',
  },
  'without-location': { kind: 'remove-location', reason: 'asked for' },
  strip: { kind: 'strip-metadata', reason: 'asked for' },
};

/**
 * Says what a conversion of one picture does and why. Nothing is decoded.
 * Throws `invalid-options` or `too-large`.
 */
export function planConversion(
  header: PictureHeader,
  options: ConvertOptions,
  codec: OutputCodec,
): Plan {
  const upright = uprightSize(header);
  requireSize(upright, { ...codec, maxSide: limits.side });
  const { area, size } = planGeometry(upright, options);
  requireSize(size, codec);
  const steps: Step[] = [
    { kind: 'decode', reason: `${header.width}x${header.height}, ${header.bitDepth} bits` },
  ];
  if (header.turned) steps.push({ kind: 'turn-upright', reason: 'the file stores it turned' });
  const cropped = area.width !== upright.width || area.height !== upright.height;
  if (cropped)
    steps.push({ kind: 'crop', reason: `to ${area.width}x${area.height} at ${area.x},${area.y}` });
  if (size.width !== area.width || size.height !== area.height) {
    steps.push({ kind: 'resize', reason: `to ${size.width}x${size.height}` });
  }
  const color = colorStep(header, options);
  if (color) steps.push(color);
  if (header.hasAlpha && !codec.hasAlpha) {
    steps.push({ kind: 'fill-transparency', reason: `${codec.format} has no transparency` });
  }
  const depth = depthStep(header, codec);
  if (depth) steps.push(depth);
  steps.push(
    { kind: 'encode', reason: `as ${codec.format}` },
    metadataSteps[options.metadata ?? 'keep'],
  );
  return { width: size.width, height: size.height, steps, area };
}
