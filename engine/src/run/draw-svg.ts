import { withinTime } from '../browser/within-time.ts';
import { EngineError } from '../errors.ts';
import { joinDrawn } from '../formats/svg/drawn.ts';
import { unpackSvg } from '../formats/svg/packed.ts';
import {
  lacksParts,
  pixelsOf,
  readSvgRoot,
  svgText,
  type SvgRoot,
  withoutPictures,
} from '../formats/svg/root.ts';
import type { Size } from '../geometry.ts';
import type { ConvertOptions } from '../options.ts';

/** What a page's `Image` provides; workers have none. */
interface PageImage extends EventTarget {
  src: string;
}

/**
 * The scale at which to draw so that the requested size is sharp. A crop keeps the drawing's own
 * scale.
 */
function scaleAsked(own: Size, { crop, resize, rotate = 0 }: ConvertOptions): number {
  if (crop || !resize) return 1;
  const isTurned = rotate === 90 || rotate === 270;
  const turned = isTurned ? { width: own.height, height: own.width } : own;
  const scales = (['width', 'height'] as const).flatMap((side) => {
    const asked = resize[side];
    return asked === undefined ? [] : [asked / turned[side]];
  });
  if (scales.length === 0) return 1;
  return (resize.mode ?? 'fit') === 'fit' ? Math.min(...scales) : Math.max(...scales);
}

/** The drawing's text with the size to draw it at. */
function resizedText(text: string, root: SvgRoot, { width, height }: Size): string {
  const tag = text
    .slice(root.start, root.end)
    .replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const own = `0 0 ${root.size.width} ${root.size.height}`;
  const added = [
    ` width="${width}" height="${height}"`,
    root.hasViewBox ? '' : ` viewBox="${own}"`,
    // Rounding to whole pixels changes the ratio slightly. Stretching avoids a gap at the edge.
    root.statesBoth || tag.includes('preserveAspectRatio') ? '' : ' preserveAspectRatio="none"',
  ].join('');
  const name = /^<[\w.:-]+/.exec(tag)![0];
  return text.slice(0, root.start) + name + added + tag.slice(name.length) + text.slice(root.end);
}

async function loadImage(svg: Blob): Promise<PageImage> {
  const { Image } = globalThis as unknown as { Image: new () => PageImage };
  const image = new Image();
  const address = URL.createObjectURL(svg);
  try {
    // Not `decode()`, which WebKit rejects for SVG.
    const loaded = new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () =>
        reject(new EngineError('corrupt-file', 'SVG: the browser cannot draw it')),
      );
    });
    // As an image, a drawing runs no scripts and loads nothing.
    image.src = address;
    await withinTime(loaded);
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

function readPixels(image: PageImage, { width, height }: Size): Uint8ClampedArray<ArrayBuffer> {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new EngineError('out-of-memory', 'SVG: the browser gave no canvas');
  context.drawImage(image as unknown as CanvasImageSource, 0, 0, width, height);
  try {
    return context.getImageData(0, 0, width, height).data;
  } catch (cause) {
    // Browsers display HTML inside drawings (foreignObject), but do not let pages read the pixels.
    const message = 'SVG: the browser does not give what it has drawn, as a page is in it';
    throw new EngineError('unsupported-feature', message, { feature: 'svg-with-page', cause });
  }
}

/**
 * Draws an SVG in a page, at its own size or the requested one, and returns it in the form that
 * `formats/svg/` reads. Throws `corrupt-file`, `unsupported-feature`, `out-of-memory` or
 * `timed-out`.
 */
export async function drawSvg(file: Blob, options: ConvertOptions): Promise<File> {
  const text = svgText(await unpackSvg(new Uint8Array(await file.arrayBuffer())));
  const root = readSvgRoot(text);
  const size = pixelsOf(root.size, scaleAsked(root.size, options));
  const type = 'image/svg+xml';
  const drawing = withoutPictures(resizedText(text, root, size));
  const image = await loadImage(new Blob([drawing], { type }));
  const name = (file as Partial<File>).name ?? '';
  return joinDrawn({ ...size, data: readPixels(image, size) }, name, lacksParts(text));
}
