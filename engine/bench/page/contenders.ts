import type { ContenderName } from '../laboratory.ts';

/** Turns one picture into a JPEG or a WebP of quality 92, or what loses nothing. */
export type Contender = (picture: Blob) => Promise<Blob>;

const lossyQuality = 0.92;

function toJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality: lossyQuality });
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  return context;
}

/** Keeps transparency, as it is. Chromium's WebPs of quality 1 lose nothing. */
function drawTo(type: string, quality?: number): Contender {
  return async (picture) => {
    const bitmap = await createImageBitmap(picture);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    contextOf(canvas).drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.convertToBlob({ type, ...(quality && { quality }) });
  };
}

/** @param side What the longer side becomes. */
async function drawToJpeg(picture: Blob, side: number | null): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const scale = side === null ? 1 : side / Math.max(bitmap.width, bitmap.height);
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return toJpeg(canvas);
}

async function loadLibheif(): Promise<Contender> {
  const { default: start } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const libheif = start();
  return async (picture) => {
    const decoder = new libheif.HeifDecoder();
    const [image] = decoder.decode(new Uint8Array(await picture.arrayBuffer()));
    if (!image) throw new Error('libheif-js finds no picture');
    const [width, height] = [image.get_width(), image.get_height()];
    const { promise, resolve } = Promise.withResolvers<ImageData | null>();
    image.display(new ImageData(width, height), resolve);
    const pixels = await promise;
    image.free();
    if (!pixels) throw new Error('libheif-js decodes nothing');
    const canvas = new OffscreenCanvas(width, height);
    contextOf(canvas).putImageData(pixels, 0, 0);
    return toJpeg(canvas);
  };
}

/** Loads a contender's code, as its documentation says to use it. */
export const contenders: Record<ContenderName, () => Promise<Contender>> = {
  async stillpix() {
    const { createPool } = await import('../../src/index.ts');
    const pool = createPool();
    return async (picture) => (await pool.convert(picture)).blob;
  },
  async 'heic-to'() {
    const { heicTo } = await import('heic-to');
    return (blob) => heicTo({ blob, type: 'image/jpeg', quality: lossyQuality });
  },
  async heic2any() {
    const { default: heic2any } = await import('heic2any');
    return async (blob) => {
      const result = await heic2any({ blob, toType: 'image/jpeg', quality: lossyQuality });
      const [first] = [result].flat();
      if (!first) throw new Error('heic2any gives nothing');
      return first;
    };
  },
  'libheif-js': loadLibheif,
  canvas: () => Promise.resolve((picture) => drawToJpeg(picture, null)),
  'canvas to png': () => Promise.resolve(drawTo('image/png')),
  'canvas to webp': () => Promise.resolve(drawTo('image/webp', lossyQuality)),
  'canvas to webp without loss': () => Promise.resolve(drawTo('image/webp', 1)),
  'canvas to 1920': () => Promise.resolve((picture) => drawToJpeg(picture, 1920)),
};
