import type { Rectangle, Size } from './geometry.ts';
import type { ConvertOptions, ResizeOptions } from './options.ts';

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

/**
 * Which part of an upright picture a conversion shows, and how big the result is, both in pixels. The
 * crop is taken to lie inside the picture.
 */
export function frame(
  upright: Size,
  { crop, resize }: Pick<ConvertOptions, 'crop' | 'resize'>,
): { area: Rectangle; size: Size } {
  const asked = crop ?? { x: 0, y: 0, width: upright.width, height: upright.height };
  if (!resize) return { area: asked, size: { width: asked.width, height: asked.height } };
  const size = targetSize(asked, resize);
  const fills = resize.mode === 'fill' && resize.width !== undefined && resize.height !== undefined;
  return { area: fills ? fillCrop(asked, size, resize.position) : asked, size };
}
