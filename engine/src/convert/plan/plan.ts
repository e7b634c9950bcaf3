import type { EncodeSettings, OutputCodec, StripCoding } from '../../codec/output.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { isGrayProfile } from '../../color/profile-header.ts';
import { isHdr } from '../../color/hdr.ts';
import { EngineError } from '../../errors.ts';
import { frame } from '../../framing.ts';
import type { Placement, Rectangle, Size, Turn } from '../../geometry.ts';
import { limits, type ConvertOptions, type OutputFormat } from '../../options.ts';
import { askedTurn, composeTurns, isTurned, noTurn, placedSize } from '../../transform/orient.ts';
import { settingsFor } from './encode.ts';

/**
 * The steps of a conversion, in this order. `reason` says why, for developers and curious users,
 * and is not translated. Closed list.
 */
export type Step = { reason: string } & (
  | { kind: 'decode' }
  /** This step and the next are part of decoding, see `Plan.placement`. */
  | { kind: 'turn-upright' }
  | { kind: 'rotate' }
  | { kind: 'crop'; area: Rectangle }
  | ({ kind: 'resize' } & Size)
  /** What it takes away goes into a gain map, if `makesGainMap`. */
  | { kind: 'tone-map'; makesGainMap: boolean }
  | { kind: 'convert-to-srgb' }
  | { kind: 'carry-profile' }
  /** `#rrggbb` */
  | { kind: 'fill-transparency'; background: string }
  | { kind: 'reduce-to-8-bit' }
  | { kind: 'encode'; format: OutputFormat; settings: EncodeSettings }
  | { kind: 'keep-gain-map' }
  | { kind: 'remove-gain-map' }
  | { kind: 'keep-video' }
  | { kind: 'keep-metadata' }
  | { kind: 'remove-location' }
  | { kind: 'strip-metadata' }
);

export type StepKind = Step['kind'];

/** How samples get from the file to the result. */
export type Way =
  /** In strips of coded tiles. Any free worker decodes a strip to planes and encodes it. */
  | 'strips'
  /** From decoded planes to encoded planes, without rounding to RGB in between. */
  | 'planes'
  /**
   * From pixels that the browser's decoder holds, in parts, so that they are not in memory twice.
   */
  | 'pixels'
  /** Decoded in bands, each of which is scaled down. */
  | 'bands'
  /** The whole picture as RGBA. */
  | 'raster';

/** The share of a picture's bytes that a map may add. */
export const mapShare = 0.1;

/**
 * Bytes that a map and its metadata may take if the map would be wrong in a tenth of a small
 * picture's bytes, most of which the metadata alone would take.
 */
export const mostBesideSmall = 16_000;

/** What a conversion will do, and why. */
export interface Plan extends Size {
  format: OutputFormat;
  /** Crop and turn of the picture as its decoder returns it. */
  placement: Placement;
  /** Crop and turn of the picture as the file stores it. */
  fromStored: Placement;
  /** The part of that turn that is applied in addition to the container's own. */
  turn: Turn;
  /** The part of the turned picture that is kept. */
  area: Rectangle;
  steps: Step[];
  /**
   * In the order in which they are tried: a browser may fail to decode what it claims to support.
   */
  ways: Way[];
  /** The caller's own file may replace a larger result. */
  mayKeepOriginal: boolean;
}

/** A plan without how it is carried out. */
export type PlannedSteps = Omit<Plan, 'ways' | 'mayKeepOriginal'>;

/** The picture's size once it is upright. */
export function uprightSize({ placement, exifTurn = noTurn }: PictureHeader): Size {
  return placedSize({ ...placement, ...composeTurns(placement, exifTurn) });
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

function requireSize({ width, height }: Size, codec: OutputCodec): void {
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new EngineError('too-large', `${width}x${height} is beyond what pictures may have`);
  }
  if (width > codec.maxSide || height > codec.maxSide) {
    const scaled = (side: number): number =>
      Math.max(1, Math.floor((side * codec.maxSide) / Math.max(width, height)));
    throw new EngineError('too-large', `${codec.format} ends at ${codec.maxSide} pixels a side`, {
      feature: `${codec.format}-side`,
      fits: { width: scaled(width), height: scaled(height) },
    });
  }
}

/** A gray profile needs one channel, and gray blended onto a color is not gray any more. */
function canCarryProfile(header: PictureHeader, codec: OutputCodec): boolean {
  const { icc } = header.color;
  if (!icc || !isGrayProfile(icc)) return true;
  return codec.gray && header.gray && (!needsFilling(header, codec) || codec.hasAlpha);
}

function needsFilling({ hasAlpha, mayHaveAlpha }: PictureHeader, codec: OutputCodec): boolean {
  return (hasAlpha || mayHaveAlpha === true) && !codec.hasAlpha;
}

function colorStep(
  header: PictureHeader,
  options: ConvertOptions,
  codec: OutputCodec,
): Step | null {
  if (header.decodesTo?.srgb) {
    return { kind: 'convert-to-srgb', reason: 'its decoder gives nothing else' };
  }
  if (isHdr(header.color)) {
    const makesGainMap = options.hdr !== 'leave-out' && codec.gainMaps !== undefined;
    const reason = 'the picture is HDR (PQ or HLG), the output is not';
    return { kind: 'tone-map', makesGainMap, reason };
  }
  const { icc, cicp } = header.color;
  const tagged = icc !== undefined || (cicp !== undefined && ![1, 2].includes(cicp.primaries));
  if (!tagged) return null;
  if (options.color === 'srgb') return { kind: 'convert-to-srgb', reason: 'asked for' };
  if (!canCarryProfile(header, codec)) {
    return { kind: 'convert-to-srgb', reason: 'a gray profile goes with one channel alone' };
  }
  return {
    kind: 'carry-profile',
    reason: 'the samples stay as they are, and need their profile to look right',
  };
}

/** How the picture's gain map or HDR brightness is handled. */
function gainMapStep(
  { color, gainMap }: PictureHeader,
  { hdr }: ConvertOptions,
  codec: OutputCodec,
): Step | null {
  // With a base in HDR, the map would make the SDR picture, which tone mapping does instead.
  if (gainMap === null || isHdr(color)) return null;
  if (gainMap === 'unusable') return { kind: 'remove-gain-map', reason: 'it cannot be read' };
  if (hdr === 'leave-out') return { kind: 'remove-gain-map', reason: 'asked for' };
  if (color.icc && isGrayProfile(color.icc))
    return {
      kind: 'remove-gain-map',
      reason: 'a gray profile goes with one channel, a map with three',
    };
  if (!codec.gainMaps)
    return { kind: 'remove-gain-map', reason: `${codec.format} has no place for one` };
  return { kind: 'keep-gain-map', reason: 'screens that can show more brightness shall do so' };
}

function depthStep({ bitDepth, decodesTo }: PictureHeader, codec: OutputCodec): Step | null {
  if (bitDepth <= 8) return null;
  const kind = 'reduce-to-8-bit';
  if (decodesTo?.bitDepth === 8) return { kind, reason: 'its decoder gives 8 bits' };
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

function turnSteps(header: PictureHeader, exifTurned: boolean, asked: Turn): Step[] {
  const steps: Step[] = [];
  if (header.turned) steps.push({ kind: 'turn-upright', reason: 'the file stores it turned' });
  if (exifTurned) {
    steps.push({ kind: 'turn-upright', reason: 'Exif says how the camera was held' });
  }
  if (isTurned(asked)) steps.push({ kind: 'rotate', reason: 'asked for' });
  return steps;
}

function geometrySteps({ area, size }: { area: Rectangle; size: Size }, turned: Size): Step[] {
  const steps: Step[] = [];
  if (area.width !== turned.width || area.height !== turned.height) {
    const reason = `to ${area.width}x${area.height} at ${area.x},${area.y}`;
    steps.push({ kind: 'crop', area, reason });
  }
  if (size.width !== area.width || size.height !== area.height) {
    steps.push({ kind: 'resize', ...size, reason: `to ${size.width}x${size.height}` });
  }
  return steps;
}

const whiteBackground = '#ffffff';

function fillStep({ background = whiteBackground }: ConvertOptions, { format }: OutputCodec): Step {
  return { kind: 'fill-transparency', background, reason: `${format} has no transparency` };
}

/**
 * Plans the steps of converting one picture, with reasons. `planPicture` adds how they are run.
 * Nothing is decoded. Throws `invalid-options` or `too-large`.
 */
export function planSteps(
  header: PictureHeader,
  options: ConvertOptions,
  codec: OutputCodec,
): PlannedSteps {
  const exifTurn = options.exifOrientation === 'ignore' ? undefined : header.exifTurn;
  const asked = askedTurn(options);
  const turn = exifTurn ? composeTurns(exifTurn, asked) : asked;
  const turnMore = (from: Placement): Placement => ({ ...from, ...composeTurns(from, turn) });
  const placement = turnMore(header.placement);
  const fromStored = turnMore(header.fromStored ?? header.placement);
  const turned = placedSize(placement);
  requireSize(turned, { ...codec, maxSide: limits.side });
  const { crop, resize } = options;
  const geometry = frame(turned, {
    ...(crop && { crop: requireInside(crop, turned) }),
    ...(resize && { resize }),
  });
  const { area, size } = geometry;
  requireSize(size, codec);
  const color = colorStep(header, options, codec);
  const fill = needsFilling(header, codec) ? [fillStep(options, codec)] : [];
  // The background is in the result's colors, so conversion to these comes first.
  const fillsFirst = color === null || color.kind === 'carry-profile';
  const steps: Step[] = [
    { kind: 'decode', reason: `${header.width}x${header.height}, ${header.bitDepth} bits` },
    ...turnSteps(header, exifTurn !== undefined, asked),
    ...(fillsFirst ? fill : []),
    ...geometrySteps(geometry, turned),
    ...(color ? [color] : []),
    ...(fillsFirst ? [] : fill),
  ];
  const depth = depthStep(header, codec);
  if (depth) steps.push(depth);
  const resized = steps.some(({ kind }) => kind === 'resize');
  const settings = settingsFor(options, header.halfChroma && !resized);
  const gainMap = gainMapStep(header, options, codec);
  if (gainMap) steps.push(gainMap);
  steps.push(
    { kind: 'encode', format: codec.format, settings, reason: `as ${codec.format}` },
    metadataSteps[options.metadata ?? 'keep'],
  );
  return { ...size, format: codec.format, placement, fromStored, turn, area, steps };
}

/**
 * The background, if transparent pixels are filled before the picture is scaled down, which keeps
 * its look from afar.
 */
export function firstBackground({ steps }: Pick<Plan, 'steps'>): string | null {
  const kinds = steps.map(({ kind }) => kind);
  const fill = steps.find((step) => step.kind === 'fill-transparency');
  if (!fill || kinds.indexOf('resize') < kinds.indexOf('fill-transparency')) return null;
  return fill.background;
}

/** The plan's encoding step. Every plan has one. */
export function encodingOf({ steps }: Pick<Plan, 'steps'>): Extract<Step, { kind: 'encode' }> {
  return steps.find((step) => step.kind === 'encode')!;
}

/** How several workers can make the plan's file, see `OutputCodec.strips`. */
export function stripCodingOf(codec: OutputCodec, plan: Pick<Plan, 'steps'>): StripCoding | null {
  return codec.strips(encodingOf(plan).settings);
}

/** Whether the plan has a step of one of these kinds. */
export function hasStep({ steps }: Pick<Plan, 'steps'>, ...kinds: readonly StepKind[]): boolean {
  return steps.some(({ kind }) => kinds.includes(kind));
}

/** Whether the caller's own file would do, apart from its metadata. */
export function mayKeepOriginal(
  plan: Pick<Plan, 'steps'>,
  header: PictureHeader,
  options: ConvertOptions,
  codec: OutputCodec,
): boolean {
  if (!options.keepSmallerOriginal) return false;
  if (hasStep(plan, 'rotate', 'crop', 'resize', 'tone-map')) return false;
  // The original can have a gray profile that the result could not have.
  const recolors = options.color === 'srgb' || canCarryProfile(header, codec);
  return !(recolors && hasStep(plan, 'convert-to-srgb'));
}
