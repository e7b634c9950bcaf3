/// <reference lib="webworker" />
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';
import type { CropFraction, Size } from '../geometry/crop.ts';
import type { Ticketed, TicketedAnswer } from '../ticketed-worker.ts';
import { type Cut, piecesOf } from './pieces.ts';

/** What is to be drawn of a picture. */
export interface SampleWish {
  /** The part of the picture that the result shows. */
  region: CropFraction;
  /** Pixels of the result. */
  size: Size;
  cut: Cut;
  /** The result keeps half of the color's pixels, as the original has no more. */
  halfColor: boolean;
  /** The original has colors that sRGB does not have. */
  wideGamut: boolean;
}

export interface SampleOrder extends SampleWish {
  kind: 'draw';
  blob: Blob;
  /** Stands for the photo, which is another blob whenever it is sent. */
  source: number;
  /** The decoded picture stays until another is kept, or `forget`. */
  keeps: boolean;
}

export type SampleRequest =
  | Ticketed<SampleOrder>
  | { kind: 'forget' }
  /** What was drawn of this photo is not needed any more. */
  | { kind: 'drop'; source: number };

/** Pieces of a picture as one picture that has lost next to nothing. */
export interface DrawnSample {
  blob: Blob;
  pixels: number;
}

declare const self: DedicatedWorkerGlobalScope;

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

/** The picture that somebody looks at: decoded once, however many parts of it are asked for. */
let kept: { source: number; picture: Promise<ImageBitmap> } | null = null;

/** A photo's samples for all formats, so that another one needs no decoding. */
interface Drawn {
  /** What was drawn: another size or crop is another picture. */
  shape: string;
  patches: OffscreenCanvas;
  rows: OffscreenCanvas;
}

/** Eight megabytes for a photo of twelve megapixels; the photos that came first are seen first, too. */
const maxPicturesDrawn = 6;
const drawn = new Map<number, Drawn>();

self.addEventListener('message', ({ data }: MessageEvent<SampleRequest>) => {
  switch (data.kind) {
    case 'draw':
      void serve(data);
      break;
    case 'drop':
      drawn.delete(data.source);
      break;
    case 'forget':
      forget();
      break;
  }
});

async function serve({ ticket, ...order }: Ticketed<SampleOrder>): Promise<void> {
  const answer: TicketedAnswer<DrawnSample> = { ticket, answer: await take(order) };
  self.postMessage(answer);
}

function forget(): void {
  kept?.picture.then(
    (picture) => picture.close(),
    () => {},
  );
  kept = null;
}

async function take(order: SampleOrder): Promise<DrawnSample | null> {
  try {
    const canvas = order.keeps ? await drawPart(order) : await drawSample(order, order.cut);
    return await toSample(canvas, order.halfColor);
  } catch {
    return null;
  }
}

async function drawPart(order: SampleOrder): Promise<OffscreenCanvas> {
  const { source, blob, cut } = order;
  if (kept?.source !== source) {
    forget();
    kept = { source, picture: createImageBitmap(blob) };
  }
  return draw(await kept.picture, order, cut);
}

async function drawSample(order: SampleOrder, cut: Cut): Promise<OffscreenCanvas> {
  const { source, blob, region, size, wideGamut } = order;
  const shape = JSON.stringify([region, size, wideGamut]);
  const known = drawn.get(source);
  if (known?.shape === shape && cut.kind !== 'part') return known[cut.kind];
  const picture = await createImageBitmap(blob);
  try {
    drawn.delete(source);
    if (drawn.size >= maxPicturesDrawn || cut.kind === 'part') return draw(picture, order, cut);
    const both = {
      patches: draw(picture, order, { kind: 'patches' }),
      rows: draw(picture, order, { kind: 'rows' }),
    };
    drawn.set(source, { shape, ...both });
    return both[cut.kind];
  } finally {
    picture.close();
  }
}

/** Pieces of the picture at the size that the result will have. */
function draw(
  picture: ImageBitmap,
  { region, size, wideGamut }: SampleOrder,
  cut: Cut,
): OffscreenCanvas {
  const { pieces, canvas: drawnOn, scale } = piecesOf(cut, size);
  const canvas = new OffscreenCanvas(drawnOn.width, drawnOn.height);
  const context = canvas.getContext('2d', { colorSpace: wideGamut ? 'display-p3' : 'srgb' });
  if (context === null) throw new Error('No canvas');
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
      width * scale,
      height * scale,
    );
  }
  return canvas;
}

async function toSample(canvas: OffscreenCanvas, halfColor: boolean): Promise<DrawnSample | null> {
  // Browsers write a JPEG with half of the color below the highest quality: nothing else is lost here.
  const type = halfColor ? { type: 'image/jpeg', quality: 0.99 } : { type: 'image/png' };
  const blob = await canvas.convertToBlob(type);
  return { blob, pixels: canvas.width * canvas.height };
}
