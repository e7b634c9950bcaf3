import type { ConvertOptions } from '@stillpix/engine';
import type { CropFraction } from './crop.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * The part of the upright original that a result shows: what was cut away by the crop, and by a box
 * that is filled, is missing from it. The whole, where the size of the original is not known.
 */
export function keptPart(
  { crop, resize }: Pick<ConvertOptions, 'crop' | 'resize'>,
  original: Size | null,
  result: Size,
): CropFraction {
  if (original === null) return { x: 0, y: 0, width: 1, height: 1 };
  let { x, y, width, height } = crop ?? { x: 0, y: 0, ...original };
  if (resize?.mode === 'fill') {
    const ratio = result.width / result.height;
    const kept = {
      width: Math.min(width, height * ratio),
      height: Math.min(height, width / ratio),
    };
    if (resize.position !== 'top-left') {
      x += (width - kept.width) / 2;
      y += (height - kept.height) / 2;
    }
    ({ width, height } = kept);
  }
  return {
    x: x / original.width,
    y: y / original.height,
    width: width / original.width,
    height: height / original.height,
  };
}
