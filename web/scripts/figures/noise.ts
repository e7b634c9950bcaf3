/** Repeatable randomness: the same arguments give the same number on every machine. */

/** A number from 0 to 1 for a point of a lattice (Wang's integer mixing). */
export function lattice(x: number, y: number, seed: number): number {
  let mixed =
    (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) ^ Math.imul(seed, 2_147_483_629);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 2_246_822_519);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

/** Value noise: lattice numbers joined smoothly, from 0 to 1. */
function smooth(x: number, y: number, seed: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [dx, dy] = [x - left, y - top];
  const [u, v] = [dx * dx * (3 - 2 * dx), dy * dy * (3 - 2 * dy)];
  const upper = lattice(left, top, seed) * (1 - u) + lattice(left + 1, top, seed) * u;
  const lower = lattice(left, top + 1, seed) * (1 - u) + lattice(left + 1, top + 1, seed) * u;
  return upper * (1 - v) + lower * v;
}

/**
 * Octaves of noise, each half as large and half as strong, from 0 to 1: amplitude falls as one over
 * frequency, as it does in photographs of nature (Field, 1987).
 */
export function fractal(x: number, y: number, octaves: number, seed: number): number {
  let sum = 0;
  let weight = 0;
  let strength = 1;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += smooth(x * scale, y * scale, seed + octave) * strength;
    weight += strength;
    strength /= 2;
    scale *= 2;
  }
  return sum / weight;
}

/** Near enough to a normal distribution for grain: mean 0, deviation 1. */
export function grain(x: number, y: number, seed: number): number {
  const sum =
    lattice(x, y, seed) +
    lattice(x, y, seed + 1) +
    lattice(x, y, seed + 2) +
    lattice(x, y, seed + 3);
  return (sum - 2) * Math.sqrt(3);
}
