import type { ConvertOptions } from '@stillpix/engine';
import type { CropFraction } from '../geometry/crop.ts';

interface Size {
  width: number;
  height: number;
}

/** Pixels of the result, and the part of the original that it shows. */
export function expectedResult(
  { crop, resize }: Pick<ConvertOptions, 'crop' | 'resize'>,
  original: Size,
): { size: Size; region: CropFraction } {
  const cut = crop ?? { x: 0, y: 0, ...original };
  const region = {
    x: cut.x / original.width,
    y: cut.y / original.height,
    width: cut.width / original.width,
    height: cut.height / original.height,
  };
  return { size: sizeOf(cut, resize), region };
}

function sizeOf(from: Size, resize: ConvertOptions['resize']): Size {
  if (resize === undefined) return { width: from.width, height: from.height };
  const { width = Infinity, height = Infinity, mode = 'fit' } = resize;
  if (mode !== 'fit' && Number.isFinite(width) && Number.isFinite(height)) return { width, height };
  const scale = Math.min(width / from.width, height / from.height);
  return {
    width: Math.max(1, Math.round(from.width * scale)),
    height: Math.max(1, Math.round(from.height * scale)),
  };
}
