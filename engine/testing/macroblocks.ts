import type { MacroblockPlane } from '../src/formats/webp/vp8-encoder.ts';

/** A picture as the VP8 encoder takes it. */
export interface MacroblockPicture {
  width: number;
  height: number;
  /** Y, Cb and Cr up to whole macroblocks. */
  planes: MacroblockPlane[];
}

const up = (size: number): number => Math.ceil(size / 16) * 16;

/** A picture of full range whose samples a function gives, for luma at twice the resolution of color. */
export function drawMacroblocks(
  width: number,
  height: number,
  sample: (x: number, y: number, component: number) => number,
): MacroblockPicture {
  const planes = [0, 1, 2].map((component): MacroblockPlane => {
    const by = component === 0 ? 1 : 2;
    const [across, down] = [up(width) / by, up(height) / by];
    const data = Uint8Array.from({ length: across * down }, (_, at) =>
      sample((at % across) * by, Math.floor(at / across) * by, component),
    );
    return { data, offset: 0, stride: across };
  });
  return { width, height, planes };
}

/** Slopes, edges in many directions, and some noise: something for every mode. */
export function busy(x: number, y: number, component: number): number {
  const angle = (Math.floor(x / 24) * 5 + Math.floor(y / 24) * 3) % 16;
  const along = x * Math.cos((angle * Math.PI) / 16) + y * Math.sin((angle * Math.PI) / 16);
  const edge = Math.floor(along / 9) % 2 === 0 ? 60 : 190;
  const noise = ((x * 7919 + y * 104_729) % 23) - 11;
  return component === 0 ? edge + noise : 128 + ((x + 2 * y * component) % 90) - 45;
}
