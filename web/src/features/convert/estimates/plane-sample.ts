import type { PlaneSamples } from '@stillpix/engine';
import type { CropFraction } from '../geometry/crop.ts';
import { piecesOf } from './pieces.ts';

/** Patches from all over a part of a decoded picture, side by side as one picture; no sample is changed. */
export function cutPatches(whole: PlaneSamples, region: CropFraction): PlaneSamples {
  const { chroma, color } = whole;
  // Samples of color stand for two pixels each way.
  const left = Math.floor((region.x * whole.width) / 2) * 2;
  const top = Math.floor((region.y * whole.height) / 2) * 2;
  const { pieces, canvas } = piecesOf(
    { kind: 'patches' },
    {
      width: Math.min(whole.width - left, Math.round(region.width * whole.width)),
      height: Math.min(whole.height - top, Math.round(region.height * whole.height)),
    },
  );
  const strides: number[] = [];
  const planes = whole.planes.map((plane, index) => {
    const across = index === 0 || chroma === '4:4:4' ? 1 : 2;
    const down = index > 0 && chroma === '4:2:0' ? 2 : 1;
    const stride = Math.ceil(canvas.width / across);
    const wholeStride = whole.strides[index] ?? 0;
    const cut = new Uint8Array(stride * Math.ceil(canvas.height / down));
    strides.push(stride);
    for (const { x, y, width, height, toX, toY } of pieces) {
      const length = Math.ceil(width / across);
      for (let row = 0; row < Math.ceil(height / down); row += 1) {
        const from = (Math.floor((top + y) / down) + row) * wholeStride;
        const start = from + Math.floor((left + x) / across);
        cut.set(plane.subarray(start, start + length), (toY / down + row) * stride + toX / across);
      }
    }
    return cut;
  });
  return { ...canvas, chroma, planes, strides, color };
}
