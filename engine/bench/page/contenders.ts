import type { ContenderName } from '../laboratory.ts';

/** Turns one picture into a JPEG of quality 92, or a PNG. */
export type Contender = (picture: Blob) => Promise<Blob>;

const quality = 0.92;

function toJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  return context;
}

/** Keeps transparency, as it is. */
async function drawToPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  contextOf(canvas).drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
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
    return (blob) => heicTo({ blob, type: 'image/jpeg', quality });
  },
  async heic2any() {
    const { default: heic2any } = await import('heic2any');
    return async (blob) => {
      const result = await heic2any({ blob, toType: 'image/jpeg', quality });
      const [first] = [result].flat();
      if (!first) throw new Error('heic2any gives nothing');
      return first;
    };
  },
  'libheif-js': loadLibheif,
  canvas: () => Promise.resolve((picture) => drawToJpeg(picture, null)),
  'canvas to png': () => Promise.resolve(drawToPng),
  'canvas to 1920': () => Promise.resolve((picture) => drawToJpeg(picture, 1920)),
};
