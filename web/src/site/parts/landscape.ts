/**
 * Small landscapes drawn from a word, so that a page has a picture of its own without a photo
 * library. The same word gives the same picture.
 */
export interface Landscape {
  sky: readonly [string, string];
  sun: { x: number; y: number; radius: number; color: string };
  /** From far to near. */
  layers: readonly { path: string; color: string }[];
}

export const frame = { width: 300, height: 200 } as const;

interface Scene {
  sky: readonly [string, string];
  sun: string;
  far: string;
  near: string;
  land: keyof typeof shapes;
}

const scenes: readonly Scene[] = [
  { sky: ['#2b4a7f', '#f6b48f'], sun: '#fff0cf', far: '#c98a8c', near: '#1d2340', land: 'peaks' },
  { sky: ['#e9c46a', '#f7ead0'], sun: '#fffaf0', far: '#d9a15b', near: '#7a3b1e', land: 'dunes' },
  { sky: ['#0e1b33', '#38598a'], sun: '#f2f4ea', far: '#2f4d78', near: '#070d1a', land: 'peaks' },
  { sky: ['#78b8d8', '#e6f2ef'], sun: '#ffffff', far: '#7fb2b0', near: '#0f4a52', land: 'sea' },
  { sky: ['#f26b4b', '#ffd9a0'], sun: '#fff3d6', far: '#c2555a', near: '#3a1330', land: 'sea' },
  { sky: ['#a9c7d6', '#f4efe6'], sun: '#ffffff', far: '#a4b8a8', near: '#24412f', land: 'peaks' },
  { sky: ['#5c3b76', '#f28d8a'], sun: '#ffe2c4', far: '#9a5c88', near: '#22132f', land: 'dunes' },
  { sky: ['#d7e3e8', '#ffffff'], sun: '#fff7e0', far: '#c4d3da', near: '#51707f', land: 'peaks' },
  { sky: ['#1f5f5b', '#d8d48a'], sun: '#fdf6cf', far: '#6d9a72', near: '#0c2a2a', land: 'dunes' },
  { sky: ['#f4c9a8', '#fdf0dd'], sun: '#e4572e', far: '#c98f6e', near: '#3d2a2e', land: 'city' },
  { sky: ['#c9d6c0', '#f1efe0'], sun: '#ffffff', far: '#93ab8c', near: '#1b3326', land: 'forest' },
  { sky: ['#16264a', '#5a6ea0'], sun: '#f7efd2', far: '#41548a', near: '#0a1226', land: 'city' },
  { sky: ['#f0b35e', '#fbe6bd'], sun: '#fff8e4', far: '#d08a56', near: '#6b2d22', land: 'mesas' },
  { sky: ['#7d4f6b', '#f4a98c'], sun: '#ffe9cf', far: '#8c5a78', near: '#1f1a33', land: 'forest' },
  { sky: ['#8fc3c9', '#f3e9cf'], sun: '#fffbe9', far: '#c7a17a', near: '#5d3a31', land: 'mesas' },
];

/** A seeded generator (mulberry32) of numbers from 0 to 1. */
function seeded(word: string): () => number {
  let state = 2_166_136_261;
  for (let index = 0; index < word.length; index += 1)
    state = Math.imul(state ^ word.charCodeAt(index), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Red, green or blue of `#rrggbb`, at index 1, 3 or 5. */
function channel(color: string, at: number): number {
  return Number.parseInt(color.slice(at, at + 2), 16);
}

function mix(from: string, to: string, part: number): string {
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function peaks(base: number, height: number, random: () => number): string {
  let level = base - height * random();
  const points: string[] = [];
  for (let x = 0; x <= frame.width; x += 15) {
    points.push(`${x} ${Math.round(level)}`);
    const rise = (random() - 0.5) * height * 0.9;
    level = Math.min(base, Math.max(base - height, level + rise));
  }
  return `M0 ${frame.height}L${points.join('L')}V${frame.height}Z`;
}

function dunes(base: number, height: number, random: () => number): string {
  const y = () => Math.round(base - height * random());
  return `M0 ${frame.height}V${y()}Q50 ${y()} 100 ${y()}T200 ${y()}T300 ${y()}V${frame.height}Z`;
}

function sea(base: number, height: number, random: () => number): string {
  const y = Math.round(base - height * 0.3 + random() * 3);
  return `M0 ${frame.height}V${y}Q75 ${y - 3} 150 ${y}T300 ${y}V${frame.height}Z`;
}

/** Roofs of different widths and heights. */
function city(base: number, height: number, random: () => number): string {
  let path = `M0 ${frame.height}`;
  for (let x = 0; x < frame.width;) {
    const width = 12 + Math.round(random() * 22);
    path += `V${Math.round(base - height * random() ** 2 * 1.5)}H${x + width}`;
    x += width;
  }
  return `${path}V${frame.height}Z`;
}

/** Conifers side by side. */
function forest(base: number, height: number, random: () => number): string {
  let path = `M0 ${frame.height}V${Math.round(base)}`;
  for (let x = 0; x < frame.width;) {
    const width = 8 + Math.round(random() * 10);
    const top = Math.round(base - height * (0.35 + random() * 0.6));
    path += `L${x + width / 2} ${top}L${x + width} ${Math.round(base - random() * 4)}`;
    x += width;
  }
  return `${path}V${frame.height}Z`;
}

/** Flat tops with steep sides. */
function mesas(base: number, height: number, random: () => number): string {
  let path = `M0 ${frame.height}V${Math.round(base)}`;
  for (let x = 0; x < frame.width;) {
    const [gap, width] = [Math.round(random() * 40), 40 + Math.round(random() * 60)];
    const top = Math.round(base - height * (0.3 + random() * 0.7));
    path += `H${x + gap}L${x + gap + 7} ${top}H${x + gap + width}L${x + gap + width + 7} ${Math.round(base)}`;
    x += gap + width + 7;
  }
  return `${path}V${frame.height}Z`;
}

const shapes = { peaks, dunes, sea, city, forest, mesas };

const heights: Record<keyof typeof shapes, number> = {
  peaks: 62,
  dunes: 34,
  sea: 34,
  city: 58,
  forest: 46,
  mesas: 46,
};

/** Landscapes that fit every light. Trees look right in only a few. */
const lands = ['peaks', 'dunes', 'sea', 'city', 'mesas'] as const;

/**
 * `turn` picks the scene, so that neighbors differ. Without it the word picks landscape and light
 * separately.
 */
export function drawLandscape(word: string, turn?: number): Landscape {
  const random = seeded(word);
  // The first numbers of neighboring seeds are similar.
  random();
  random();
  const drawn = Math.floor(random() * scenes.length);
  const scene = scenes[(turn ?? drawn) % scenes.length] ?? scenes[0]!;
  const land =
    turn === undefined ? (lands[Math.floor(random() * lands.length)] ?? scene.land) : scene.land;
  const count = land === 'sea' ? 4 : 4 + Math.floor(random() * 2);
  const horizon = 95 + random() * 20;
  const layers = Array.from({ length: count }, (_, index) => {
    const depth = index / (count - 1);
    const base = horizon + depth * (frame.height - horizon - 12);
    const height = heights[land] * (1 - depth * 0.45);
    return {
      path: shapes[land](base, height, random),
      color: mix(scene.far, scene.near, depth),
    };
  });
  return {
    sky: scene.sky,
    sun: {
      x: Math.round(50 + random() * 200),
      y: Math.round(38 + random() * 45),
      radius: Math.round(11 + random() * 16),
      color: scene.sun,
    },
    layers,
  };
}

/** The same picture as an SVG file. */
export function landscapeSvg(word: string): string {
  const { sky, sun, layers } = drawLandscape(word);
  const land = layers.map(({ path, color }) => `<path d="${path}" fill="${color}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}"><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".75" stop-color="${sky[1]}"/></linearGradient><rect width="100%" height="100%" fill="url(#s)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${sun.color}"/>${land}</svg>`;
}
