// Crop and size of a picture in strips, which then return samples instead of encoding them.
import type { Rectangle, Size, Turn } from '../geometry.ts';
import type { PlanarPicture } from '../tiles/planar-picture.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import type { StripShapes } from '../tiles/strip-shape.ts';
import type { Kernel } from '../transform/kernel.ts';
import { composeTurns, narrowCrop, placedSize } from '../transform/orient.ts';
import type { Resampling } from '../transform/resampled-rows.ts';
import type { Collecting } from './tasks/plan.ts';

/** The part of a turned picture that is shown, and its size. */
export interface Frame {
  /** In pixels, possibly fractional. */
  area: Rectangle;
  size: Size;
  /** Whether the result has 4:2:0 chroma instead of 4:4:4; `null` keeps the source's format. */
  halfChroma: boolean | null;
  kernel: Kernel;
}

/** The shown part of the strips, in their pixels, possibly fractional. */
interface Shown extends Size {
  x: number;
  y: number;
}

/** Color of JPEG samples, which all strips return. */
export const jpegColor = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };

/** Luma samples across and down per sample of each component, in order. */
export function componentsOf(chroma: ChromaFormat): { across: number; down: number }[] {
  const whole = { across: 1, down: 1 };
  return chroma === '4:0:0' ? [whole] : [whole, samplingOf(chroma), samplingOf(chroma)];
}

/**
 * Plans how the strips of a picture become one of another size. Luma is averaged as light, so that
 * fine bright detail on dark ground stays as bright as it looks from afar. Chroma is averaged as
 * numbers, because it has no light of its own. Gain maps (`mean`) hold logarithms, and are averaged
 * as such.
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
    // For an odd width, halved samples cover half a pixel more than the picture.
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

/** Strips begin and end on whole chroma samples, which are at most halved. */
const grid = 2;

/**
 * Crops the picture to what the strips need for the frame, and returns which part of that is shown.
 * `shown` is `null` if nothing has to be resampled.
 */
export function framePicture(
  picture: PlanarPicture,
  turn: Turn,
  { area, size, halfChroma }: Frame,
): { picture: PlanarPicture; shown: Rectangle | null } {
  const placement = { ...picture.placement, ...composeTurns(picture.placement, turn) };
  const upright = placedSize(placement);
  const reach = (start: number, length: number, end: number): [from: number, to: number] => [
    Math.floor(start / grid) * grid,
    Math.min(Math.ceil((start + length) / grid) * grid, end),
  ];
  const [left, right] = reach(area.x, area.width, upright.width);
  const [top, bottom] = reach(area.y, area.height, upright.height);
  const kept = { x: left, y: top, width: right - left, height: bottom - top };
  const crop = narrowCrop(placement, kept);
  const part = { ...picture, placement: { ...picture.placement, crop } };
  const isKept = kept.width === area.width && kept.height === area.height;
  const isHalved =
    halfChroma === true && picture.chroma !== null && ['4:4:4', '4:2:2'].includes(picture.chroma);
  const same = isKept && size.width === area.width && size.height === area.height && !isHalved;
  const shown = same ? null : { ...area, x: area.x - left, y: area.y - top };
  return { picture: part, shown };
}

export function collect(strips: StripShapes, shown: Rectangle, frame: Frame): Collecting {
  const { halfChroma, size, kernel } = frame;
  const full = halfChroma === null ? strips.chroma : halfChroma ? '4:2:0' : '4:4:4';
  const chroma = strips.chroma === '4:0:0' ? '4:0:0' : full;
  return planCollecting(strips, shown, { ...size, chroma }, kernel);
}
