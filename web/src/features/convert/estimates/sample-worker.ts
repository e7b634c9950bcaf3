/// <reference lib="webworker" />
import { observeRequests, type SeenMessage } from '../../../site/browser/seen-requests.ts';
import type { CropFraction, Size } from '../geometry/crop.ts';
import type { Ticketed, TicketedAnswer } from '../ticketed-worker.ts';
import { type Cut, piecesOf } from './pieces.ts';

/** What to draw of a picture. */
export interface SampleWish {
  /** The part of the picture that the result shows. */
  region: CropFraction;
  /** Size of the result in pixels. */
  size: Size;
  cut: Cut;
  /** The result has half the chroma resolution, because the original has no more. */
  halfColor: boolean;
  /** The original has colors outside sRGB. */
  wideGamut: boolean;
}

export interface SampleOrder extends SampleWish {
  kind: 'draw';
  blob: Blob;
  /** Identifies the photo, because a blob is another object each time it is sent. */
  source: number;
  /** Keeps the decoded picture until another is kept, or `forget`. */
  keeps: boolean;
}

export type SampleRequest =
  | Ticketed<SampleOrder>
  | { kind: 'forget' }
  /** Samples of this photo are not needed any more. */
  | { kind: 'drop'; source: number };

/** Pieces of a picture as one nearly lossless picture. */
export interface DrawnSample {
  blob: Blob;
  pixels: number;
}

declare const self: DedicatedWorkerGlobalScope;

observeRequests((seen) => self.postMessage({ seen } satisfies SeenMessage));

/** The picture being viewed: decoded once, however many parts of it are requested. */
let kept: { source: number; picture: Promise<ImageBitmap> } | null = null;

/** A photo's samples for all formats, so that switching format needs no decoding. */
interface Drawn {
  /** Size and crop. If these change, it is another picture. */
  shape: string;
  patches: OffscreenCanvas;
  rows: OffscreenCanvas;
}

/** Eight megabytes for a photo of 12 megapixels. The first photos are also those seen first. */
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

/** Draws pieces of the picture at the size of the result. */
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
  // Below the highest quality, browsers write JPEGs with half the chroma resolution. Nothing else
  // is lost here.
  const type = halfColor ? { type: 'image/jpeg', quality: 0.99 } : { type: 'image/png' };
  const blob = await canvas.convertToBlob(type);
  return { blob, pixels: canvas.width * canvas.height };
}
