/**
 * A landscape that behaves like a photograph: detail on every scale, hard and soft edges, the slight
 * blur of a lens and the grain of a sensor. Drawn by arithmetic alone, so it is the same everywhere.
 */
import { fractal, grain, lattice } from './noise.ts';
import type { Picture } from './picture.ts';

type Color = readonly [number, number, number];

interface Hour {
  zenith: Color;
  skyline: Color;
  cloud: Color;
  glow: Color;
  /** What the land sends back of the light. */
  land: Color;
}

const hours = {
  day: {
    zenith: [0.1, 0.24, 0.58],
    skyline: [0.86, 0.66, 0.47],
    cloud: [0.78, 0.6, 0.55],
    glow: [1, 0.72, 0.38],
    land: [1, 1, 1],
  },
  evening: {
    zenith: [0.2, 0.1, 0.24],
    skyline: [0.95, 0.36, 0.12],
    cloud: [0.62, 0.24, 0.2],
    glow: [1, 0.6, 0.2],
    land: [0.85, 0.5, 0.42],
  },
  night: {
    zenith: [0.012, 0.025, 0.08],
    skyline: [0.12, 0.16, 0.3],
    cloud: [0.1, 0.12, 0.2],
    glow: [0.5, 0.52, 0.6],
    land: [0.2, 0.28, 0.46],
  },
} satisfies Record<string, Hour>;

/** One view of the same country. */
export interface View {
  width: number;
  height: number;
  hour: keyof typeof hours;
  /** Other numbers give other mountains and clouds. */
  seed: number;
}

/** The photo-like test picture: 12 megapixels. */
const testView: View = { width: 4032, height: 3024, hour: 'day', seed: 0 };

const mix = (from: Color, to: Color, part: number): Color => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
];

const limit = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));

/** 0 below `low`, 1 above `high`, smooth between. */
function ramp(low: number, high: number, value: number): number {
  const part = limit((value - low) / (high - low));
  return part * part * (3 - 2 * part);
}

const horizon = 0.56;
const shore = { far: 0.62, near: 0.78 };

/** Light of the sky; `x` and `y` from 0 to 1 over the picture's width. */
function sky(x: number, y: number, { hour, seed }: View): Color {
  const { zenith, skyline, cloud: tint, glow: sun, land: bright } = hours[hour];
  const height = limit(y / horizon);
  const air = mix(zenith, skyline, height ** 1.5);
  const distance = Math.hypot((x - 0.7) * 1.1, y - 0.47);
  const glow = Math.exp(-distance * 7) * 0.9;
  const lit: Color = [air[0] + glow * sun[0], air[1] + glow * sun[1], air[2] + glow * sun[2]];
  const cover = fractal(x * 5 + 3, y * 13 + 1, 8, 11 + seed);
  const cloud = ramp(0.5, 0.72, cover) * ramp(0.02, 0.3, y) * 0.85;
  const edge = ramp(0.5, 0.6, cover) - ramp(0.6, 0.8, cover);
  const white: Color = [
    tint[0] + edge * 0.25 * bright[0],
    tint[1] + edge * 0.2 * bright[1],
    tint[2] + edge * 0.12 * bright[2],
  ];
  return mix(lit, white, cloud);
}

interface Ridge {
  base: number;
  height: number;
  scale: number;
  color: Color;
  haze: number;
  /** Height of trees on the edge, as a share of the width. */
  trees: number;
  seed: number;
}

const ridges: readonly Ridge[] = [
  { base: 0.5, height: 0.3, scale: 3.1, color: [0.2, 0.2, 0.26], haze: 0.42, trees: 0, seed: 20 },
  {
    base: 0.55,
    height: 0.22,
    scale: 4.3,
    color: [0.13, 0.16, 0.19],
    haze: 0.27,
    trees: 0,
    seed: 40,
  },
  {
    base: 0.59,
    height: 0.15,
    scale: 5.7,
    color: [0.07, 0.11, 0.08],
    haze: 0.12,
    trees: 0.006,
    seed: 60,
  },
  {
    base: 0.62,
    height: 0.07,
    scale: 3.7,
    color: [0.035, 0.06, 0.035],
    haze: 0.02,
    trees: 0.02,
    seed: 80,
  },
];

type Outlines = readonly Float32Array[];

/** Height of a ridge's edge over each column, with a row of conifers where it has trees. */
function outline({ base, height, scale, trees, ...ridge }: Ridge, view: View): Float32Array {
  const seed = ridge.seed + view.seed;
  return Float32Array.from({ length: view.width }, (_, column) => {
    const x = column / view.width;
    let top = base - (fractal(x * scale, 0.5, 9, seed) - 0.32) * height;
    if (trees > 0) {
      const spacing = trees * 0.55;
      const tree = Math.floor(x / spacing);
      const tall = trees * (0.5 + lattice(tree, 1, seed)) * 0.75;
      const across = Math.abs(x / spacing - tree - 0.5) * 2;
      const needles = (lattice(column >> 2, 2, seed) - 0.5) * 0.16;
      top -= tall * Math.max(0, 1 - across + needles);
    }
    return top;
  });
}

function rock(ridge: Ridge, x: number, y: number): Color {
  const fine = ridge.trees > 0 ? 90 : 22;
  const here = fractal(x * fine, y * fine * 1.4, 7, ridge.seed + 9);
  const beside = fractal(x * fine + 0.12, y * fine * 1.4 - 0.08, 7, ridge.seed + 9);
  // Light comes from the right: slopes that face it are bright.
  const light = limit(0.6 + (beside - here) * 11, 0.04, 2.2);
  const lit: Color = [
    ridge.color[0] * light * 1.25,
    ridge.color[1] * light * 1.1,
    ridge.color[2] * light,
  ];
  return mix(lit, [0.52, 0.42, 0.42], ridge.haze);
}

function grass(x: number, y: number, column: number, row: number): Color {
  const near = limit((y - 0.68) / 0.32);
  const blades = fractal(x * 420 + fractal(x * 30, y * 30, 3, 107) * 5, y * 90, 5, 101);
  const patches = fractal(x * 9, y * 22, 7, 111);
  const light = limit(0.1 + (blades - 0.5) * 3.4 + 0.8 + (patches - 0.5) * 1.3, 0.08, 2.2);
  const color = mix([0.05, 0.1, 0.02], [0.23, 0.19, 0.055], limit(patches * 1.5 - 0.25));
  const cell = 26 + Math.round(near * 30);
  const flower = lattice(Math.floor(column / cell), Math.floor(row / cell), 131);
  if (flower > 0.93) {
    const dx = (column % cell) - cell / 2;
    const dy = ((row % cell) - cell / 2) * 1.5;
    if (Math.hypot(dx, dy) < cell * (flower - 0.9) * 2.6)
      return flower > 0.965 ? [0.85, 0.72, 0.5] : [0.62, 0.12, 0.16];
  }
  return [color[0] * light, color[1] * light, color[2] * light];
}

/** A wooden house: straight hard edges, boards, window panes. */
function house(x: number, y: number): { color: Color; shines: boolean } | null {
  const dull = (color: Color) => ({ color, shines: false });
  const [u, v] = [(x - 0.17) / 0.17, (y - 0.578) / 0.115];
  const roof = v > -0.62 && v < 0.02 && Math.abs(u - 0.5) < 0.1 + (v + 0.62) * 0.82;
  if (roof) {
    const tile = Math.floor((v + 1) * 34) % 2 === 0 ? 0.8 : 1.15;
    const rough = 0.7 + fractal(x * 380, y * 380, 4, 151) * 0.6;
    return dull([0.19 * tile * rough, 0.075 * tile * rough, 0.05 * tile * rough]);
  }
  if (u < 0 || u > 1 || v < 0 || v > 1) return null;
  const window = (left: number) => u > left && u < left + 0.17 && v > 0.28 && v < 0.66;
  for (const left of [0.12, 0.4]) {
    if (!window(left)) continue;
    const pane = Math.abs(((u - left) / 0.17) * 2 - 1) < 0.07 || Math.abs(v - 0.47) < 0.02;
    return pane ? dull([0.8, 0.76, 0.68]) : { color: [1.1, 0.72, 0.3], shines: true };
  }
  if (u > 0.72 && u < 0.9 && v > 0.3) return dull([0.08, 0.11, 0.16]);
  const board = (v * 17) % 1 < 0.09 ? 0.4 : 1;
  const wood = board * (0.72 + fractal(x * 60, y * 900, 5, 161) * 0.6);
  return dull([0.3 * wood, 0.19 * wood, 0.11 * wood]);
}

/** The ground as the hour of the day lights it. */
function inLight(color: Color, { hour }: View): Color {
  const { land } = hours[hour];
  return [color[0] * land[0], color[1] * land[1], color[2] * land[2]];
}

/** Everything but the lake; `x` and `y` are shares of the width and the height. */
function backdrop(x: number, y: number, column: number, view: View, outlines: Outlines): Color {
  let front: Ridge | undefined;
  for (const [index, ridge] of ridges.entries()) if (y > outlines[index]![column]!) front = ridge;
  return front ? inLight(rock(front, x, y), view) : sky(x, y, view);
}

/** Light of one pixel before lens and sensor. */
function scene(column: number, row: number, view: View, outlines: Outlines): Color {
  const [x, y] = [column / view.width, row / view.height];
  // A headland for the house.
  const headland = ramp(-0.06, 0.16, x) * (1 - ramp(0.34, 0.6, x)) * 0.11;
  const bank = shore.near + (fractal(x * 4, 0.2, 9, 91) - 0.5) * 0.1 - headland;
  if (y > bank) return inLight(grass(x, y, column, row), view);
  const built = house(x, y);
  if (built) return built.shines ? built.color : inLight(built.color, view);
  if (y <= shore.far) return backdrop(x, y, column, view, outlines);
  // The lake mirrors what stands above its far shore, broken by ripples that grow towards us.
  const depth = (y - shore.far) / (shore.near - shore.far);
  const ripple = fractal(x * 26, y * 420, 5, 171) - 0.5;
  const mirrored = shore.far - (y - shore.far) * 1.5 + ripple * 0.05 * (0.3 + depth);
  const across = Math.round(limit(column + ripple * 90 * depth, 0, view.width - 1));
  const color = backdrop(across / view.width, limit(mirrored), across, view, outlines);
  const shine = 0.62 + ripple * 0.5;
  return [color[0] * shine, color[1] * shine * 1.02, color[2] * shine * 1.08];
}

/** The curve of IEC 61966-2-1, on a shoulder that keeps highlights from clipping hard. */
function develop(light: number): number {
  const toned = 1 - Math.exp(-Math.max(0, light) * 1.55);
  return toned <= 0.0031308 ? toned * 12.92 : 1.055 * toned ** (1 / 2.4) - 0.055;
}

/** Deviation of the grain, in steps of 8 bits. */
const grainOfLight = 2.3;
const grainOfColor = 1.1;

export function drawLandscape(view: View = testView): Picture {
  const { width, height } = view;
  const outlines = ridges.map((ridge) => outline(ridge, view));
  const light = new Float32Array(width * height * 3);
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 3)
      light.set(scene(column, row, view, outlines), at);

  const data = new Uint8Array(width * height * 3);
  for (let row = 0, at = 0; row < height; row += 1) {
    const above = (row === 0 ? 0 : -width) * 3;
    const below = (row === height - 1 ? 0 : width) * 3;
    for (let column = 0; column < width; column += 1) {
      const left = column === 0 ? 0 : -3;
      const right = column === width - 1 ? 0 : 3;
      const bright = grain(column, row, 201) * grainOfLight;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const seen =
          light[at]! * 0.4 +
          (light[at + left]! + light[at + right]! + light[at + above]! + light[at + below]!) * 0.15;
        const color = grain(column >> 1, row >> 1, 211 + channel * 7) * grainOfColor;
        const value = develop(seen);
        data[at] = Math.round(limit(value * 255 + (bright + color) * (1.3 - value * 0.6), 0, 255));
      }
    }
  }
  return { width, height, data };
}
