import type { PlaneSamples } from '@stillpix/engine';
import { piecesOf } from './pieces.ts';

/** Patches from all over a decoded picture, side by side in one picture, with unchanged samples. */
export function cutPatches(whole: PlaneSamples): PlaneSamples {
  const { chroma, color } = whole;
  const { pieces, canvas } = piecesOf({ kind: 'patches' }, whole);
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
        const start = (Math.floor(y / down) + row) * wholeStride + Math.floor(x / across);
        cut.set(plane.subarray(start, start + length), (toY / down + row) * stride + toX / across);
      }
    }
    return cut;
  });
  return { ...canvas, chroma, planes, strides, color };
}
