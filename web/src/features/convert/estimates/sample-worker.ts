/// <reference lib="webworker" />
import { piecesOf } from './pieces.ts';
import type { SampleAnswer, SampleOrder, SampleRequest } from './samples.ts';
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';

declare const self: DedicatedWorkerGlobalScope;

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

/** The picture that somebody looks at: decoded once, however many parts of it are asked for. */
let kept: { source: number; picture: Promise<ImageBitmap> } | null = null;

self.addEventListener('message', ({ data }: MessageEvent<SampleRequest>) => {
  if (data.kind === 'forget') forget();
  else void serve(data);
});

async function serve(order: SampleOrder): Promise<void> {
  const answer: SampleAnswer = { ticket: order.ticket, sample: await take(order) };
  self.postMessage(answer);
}

function forget(): void {
  kept?.picture.then(
    (picture) => picture.close(),
    () => {},
  );
  kept = null;
}

async function take(order: SampleOrder): Promise<SampleAnswer['sample']> {
  const { source, blob, keeps } = order;
  try {
    if (keeps) {
      if (kept?.source !== source) {
        forget();
        kept = { source, picture: createImageBitmap(blob) };
      }
      return await draw(await kept.picture, order);
    }
    const picture = await createImageBitmap(blob);
    try {
      return await draw(picture, order);
    } finally {
      picture.close();
    }
  } catch {
    return null;
  }
}

/** Pieces of the picture at the size that the result will have. */
async function draw(
  picture: ImageBitmap,
  { region, size, cut, halfColor, wideGamut }: SampleOrder,
): Promise<SampleAnswer['sample']> {
  const { pieces, canvas: drawn } = piecesOf(cut, size);
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  const context = canvas.getContext('2d', { colorSpace: wideGamut ? 'display-p3' : 'srgb' });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  const scaleX = (picture.width * region.width) / size.width;
  const scaleY = (picture.height * region.height) / size.height;
  for (const { x, y, width, height, toX, toY } of pieces) {
    context.drawImage(
      picture,
      picture.width * region.x + x * scaleX,
      picture.height * region.y + y * scaleY,
      width * scaleX,
      height * scaleY,
      toX,
      toY,
      width,
      height,
    );
  }
  // Browsers write a JPEG with half of the color below the highest quality: nothing else is lost here.
  const type = halfColor ? { type: 'image/jpeg', quality: 0.99 } : { type: 'image/png' };
  const blob = await canvas.convertToBlob(type);
  return { blob, pixels: drawn.width * drawn.height };
}
