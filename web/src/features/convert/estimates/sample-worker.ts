/// <reference lib="webworker" />
import type { SampleAnswer, SampleRequest } from './samples.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<SampleRequest>) => void serve(data));

async function serve(request: SampleRequest): Promise<void> {
  const answer: SampleAnswer = { ticket: request.ticket, sample: await take(request) };
  self.postMessage(answer);
}

/** Pixels of a patch's side: whole blocks of every encoder. */
const side = 64;

/** Patches a row and rows: the more, the nearer to the whole, and the longer it takes. */
const most = 12;

/** Patches from all over the picture, side by side, at the size that the result will have. */
async function take({ blob, region, size }: SampleRequest): Promise<SampleAnswer['sample']> {
  let picture: ImageBitmap | undefined;
  try {
    picture = await createImageBitmap(blob);
    const columns = Math.max(1, Math.min(most, Math.floor(size.width / side)));
    const rows = Math.max(1, Math.min(most, Math.floor(size.height / side)));
    const width = Math.min(side, size.width);
    const height = Math.min(side, size.height);
    const canvas = new OffscreenCanvas(columns * width, rows * height);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.imageSmoothingQuality = 'high';
    const scaleX = (picture.width * region.width) / size.width;
    const scaleY = (picture.height * region.height) / size.height;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = placeOf(column, columns, size.width, width);
        const y = placeOf(row, rows, size.height, height);
        context.drawImage(
          picture,
          picture.width * region.x + x * scaleX,
          picture.height * region.y + y * scaleY,
          width * scaleX,
          height * scaleY,
          column * width,
          row * height,
          width,
          height,
        );
      }
    }
    const patches = await canvas.convertToBlob({ type: 'image/png' });
    return { blob: patches, pixels: canvas.width * canvas.height };
  } catch {
    return null;
  } finally {
    picture?.close();
  }
}

/** Evenly spread, on the grid of chroma blocks. */
function placeOf(index: number, count: number, length: number, patch: number): number {
  const wanted = ((index + 0.5) / count) * length - patch / 2;
  return Math.max(0, Math.min(length - patch, Math.round(wanted / 16) * 16));
}
