// SSIMULACRA 2.1, a measure of how different two pictures look: the error maps of one scale, from linear
// RGB (github.com/cloudinary/ssimulacra2 describes it). A tool of benchmarks and tests, not of the product.
//
// All planes are of 32-bit floats without gaps between their rows, and may be read up to a vector past
// their end.

import { cubeRoot } from './cube-root';

/** Half the window of the Gaussian. */
const radius: i32 = 5;

/** Rows at hand: a vertical step reads those `radius + 1` above and `radius - 1` below its own. */
const ringRows: i32 = 11;

/** Cosines that make up the Gaussian. */
const cosines: usize = 3;

/** Blurred along the row: both pictures, their squares and their product. */
const kinds: i32 = 5;

/** SSIM's constant against division by almost 0. */
const stability: f32 = 0.0009;

/** LMS-like mixing of linear RGB, and its offset. */
const bias: f32 = 0.0037930732552754493;
const biasRoot: f32 = 0.1559542025327239180319;

/** Of each of the 6 sums per channel: structure, ringing and blur, each with its fourth powers. */
const sumsPerChannel: usize = 6;

/**
 * Per cosine: six vectors for four steps along a row at once (what each of the four inputs adds to the
 * outputs, then each of the two outputs before), then two for a step down, of the input and of the output
 * before.
 */
const cosineBytes: usize = 128;
const filters: usize = memory.data(3 * 128, 16);

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function filtersAddress(): usize {
  return filters;
}

/** `count` pixels of RGBA to three planes, by a table of 256 floats. */
export function spread(rgba: usize, count: i32, table: usize, r: usize, g: usize, b: usize): void {
  for (let i = 0; i < count; i++) {
    const pixel = load<u32>(rgba + ((<usize>i) << 2));
    const at = (<usize>i) << 2;
    store<f32>(r + at, load<f32>(table + ((pixel & 0xff) << 2)));
    store<f32>(g + at, load<f32>(table + (((pixel >> 8) & 0xff) << 2)));
    store<f32>(b + at, load<f32>(table + (((pixel >> 16) & 0xff) << 2)));
  }
}

/** Means of 2 x 2 samples; edges are repeated. `target` may be `source`. */
export function halve(source: usize, width: i32, height: i32, target: usize): void {
  for (let y = 0; y < height; y += 2) {
    const upper = source + <usize>y * width * 4;
    const lower = source + <usize>min(y + 1, height - 1) * width * 4;
    for (let x = 0; x < width; x += 2) {
      const left = (<usize>x) << 2;
      const right = (<usize>min(x + 1, width - 1)) << 2;
      const sum: f32 =
        load<f32>(upper + left) +
        load<f32>(upper + right) +
        load<f32>(lower + left) +
        load<f32>(lower + right);
      store<f32>(target, sum * 0.25);
      target += 4;
    }
  }
}

/** A row of linear RGB to the three channels that are compared: X, Y and B - Y, all about 0 to 1. */
function toXyb(r: usize, g: usize, b: usize, width: i32, target: usize, step: usize): void {
  for (let x = 0; x < width; x += 4) {
    const at = (<usize>x) << 2;
    const red = v128.load(r + at);
    const green = v128.load(g + at);
    const blue = v128.load(b + at);
    const l = root(red, green, blue, 0.3, 0.622, 0.078);
    const m = root(red, green, blue, 0.23, 0.692, 0.078);
    const s = root(red, green, blue, 0.24342268924547819, 0.20476744424496821, 0.5518098665095536);
    const lightness = f32x4.mul(f32x4.splat(0.5), f32x4.add(l, m));
    const tint = f32x4.mul(f32x4.splat(0.5), f32x4.sub(l, m));
    v128.store(target + at, f32x4.add(f32x4.mul(tint, f32x4.splat(14)), f32x4.splat(0.42)));
    v128.store(target + step + at, f32x4.add(lightness, f32x4.splat(0.01)));
    v128.store(target + 2 * step + at, f32x4.add(f32x4.sub(s, lightness), f32x4.splat(0.55)));
  }
}

// @ts-ignore: decorator
@inline
function root(r: v128, g: v128, b: v128, kr: f32, kg: f32, kb: f32): v128 {
  const sum = f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(kr)), f32x4.mul(g, f32x4.splat(kg))),
    f32x4.add(f32x4.mul(b, f32x4.splat(kb)), f32x4.splat(bias)),
  );
  return f32x4.sub(cubeRoot(f32x4.max(sum, f32x4.splat(bias))), f32x4.splat(biasRoot));
}

/**
 * One cosine's share of four outputs, whose inputs are summed already.
 */
// @ts-ignore: decorator
@inline
function stepAcross(sum: v128, last: v128, filter: usize): v128 {
  let out = f32x4.mul(v128.load(filter), v128.shuffle<f32>(sum, sum, 0, 0, 0, 0));
  out = addProduct(v128.load(filter, 16), v128.shuffle<f32>(sum, sum, 1, 1, 1, 1), out);
  out = addProduct(v128.load(filter, 32), v128.shuffle<f32>(sum, sum, 2, 2, 2, 2), out);
  out = addProduct(v128.load(filter, 48), v128.shuffle<f32>(sum, sum, 3, 3, 3, 3), out);
  out = addProduct(v128.load(filter, 80), v128.shuffle<f32>(last, last, 2, 2, 2, 2), out);
  return addProduct(v128.load(filter, 64), v128.shuffle<f32>(last, last, 3, 3, 3, 3), out);
}

/** a * b + sum, rounded once, as the reference does: its noise shows in the scores of good pictures. */
// @ts-ignore: decorator
@inline
function addProduct(a: v128, b: v128, sum: v128): v128 {
  return f32x4.relaxed_madd(a, b, sum);
}

/** A row blurred along itself (to a vector before `target`, too); zeros lie on both sides of it. */
function blurRow(source: usize, width: i32, target: usize): void {
  let last1 = f32x4.splat(0);
  let last3 = f32x4.splat(0);
  let last5 = f32x4.splat(0);
  for (let x = 1 - radius; x < width; x += 4) {
    const at = (<usize>x) << 2;
    const sum = f32x4.add(
      v128.load(source + at - (radius + 1) * 4),
      v128.load(source + at + (radius - 1) * 4),
    );
    last1 = stepAcross(sum, last1, filters);
    last3 = stepAcross(sum, last3, filters + cosineBytes);
    last5 = stepAcross(sum, last5, filters + 2 * cosineBytes);
    v128.store(target + at, f32x4.add(last1, f32x4.add(last3, last5)));
  }
}

// @ts-ignore: decorator
@inline
function stepDownOne(sum: v128, state: usize, filter: usize, rowBytes: usize): v128 {
  const last = v128.load(state);
  const kept = addProduct(v128.load(filter, 112), last, f32x4.neg(v128.load(state + rowBytes)));
  const out = addProduct(v128.load(filter, 96), sum, kept);
  v128.store(state, out);
  v128.store(state + rowBytes, last);
  return out;
}

/** The next output down a column: four samples of `ring` that enter and leave; `state` is two rows a cosine. */
// @ts-ignore: decorator
@inline
function stepDown(entering: usize, leaving: usize, state: usize, rowBytes: usize): v128 {
  const sum = f32x4.add(v128.load(leaving), v128.load(entering));
  const y1 = stepDownOne(sum, state, filters, rowBytes);
  const y3 = stepDownOne(sum, state + 2 * rowBytes, filters + cosineBytes, rowBytes);
  const y5 = stepDownOne(sum, state + 4 * rowBytes, filters + 2 * cosineBytes, rowBytes);
  return f32x4.add(y1, f32x4.add(y3, y5));
}

// @ts-ignore: decorator
@inline
function multiply(a: usize, b: usize, width: i32, target: usize): void {
  for (let x = 0; x < width; x += 4) {
    const at = (<usize>x) << 2;
    v128.store(target + at, f32x4.mul(v128.load(a + at), v128.load(b + at)));
  }
}

/** Where row `row` of something is in a ring of rows. */
// @ts-ignore: decorator
@inline
function ringRow(ring: usize, row: i32, rowBytes: usize): usize {
  return ring + <usize>((row + ringRows) % ringRows) * rowBytes;
}

// @ts-ignore: decorator
@inline
function total(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    <f64>f32x4.extract_lane(v, 2) +
    <f64>f32x4.extract_lane(v, 3)
  );
}

// @ts-ignore: decorator
@inline
function addTo(sums: usize, index: usize, value: v128, fourth: v128): void {
  store<f64>(sums + index * 8, load<f64>(sums + index * 8) + total(value));
  store<f64>(sums + index * 8 + 8, load<f64>(sums + index * 8 + 8) + total(fourth));
}

// @ts-ignore: decorator
@inline
function fourthPower(v: v128): v128 {
  const square = f32x4.mul(v, v);
  return f32x4.mul(square, square);
}

/**
 * Adds a row's errors to the 6 sums of its channel, when `counts`. Blurred rows that enter the vertical
 * window and leave it are `kindBytes` apart by kind, and so are the states of the vertical blur.
 */
function addErrors(
  counts: bool,
  width: i32,
  first: usize,
  second: usize,
  entering: usize,
  leaving: usize,
  kindBytes: usize,
  states: usize,
  rowBytes: usize,
  sums: usize,
): void {
  const stateBytes = 2 * cosines * rowBytes;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const c2 = f32x4.splat(stability);
  let structure = zero;
  let structure4 = zero;
  let ringing = zero;
  let ringing4 = zero;
  let blur = zero;
  let blur4 = zero;
  for (let x = 0; x < width; x += 4) {
    const at = (<usize>x) << 2;
    const enter = entering + at;
    const leave = leaving + at;
    const state = states + at;
    const mu1 = stepDown(enter, leave, state, rowBytes);
    const mu2 = stepDown(enter + kindBytes, leave + kindBytes, state + stateBytes, rowBytes);
    const s11 = stepDown(
      enter + 2 * kindBytes,
      leave + 2 * kindBytes,
      state + 2 * stateBytes,
      rowBytes,
    );
    const s22 = stepDown(
      enter + 3 * kindBytes,
      leave + 3 * kindBytes,
      state + 3 * stateBytes,
      rowBytes,
    );
    const s12 = stepDown(
      enter + 4 * kindBytes,
      leave + 4 * kindBytes,
      state + 4 * stateBytes,
      rowBytes,
    );
    if (!counts) continue;
    // Lanes past the end of the row count nothing.
    const inside = i32x4.gt_s(i32x4.splat(width - x), v128.load(laneNumbers));
    const apart = f32x4.sub(mu1, mu2);
    const luminance = f32x4.sub(one, f32x4.mul(apart, apart));
    const covariance = f32x4.sub(s12, f32x4.mul(mu1, mu2));
    const numerator = f32x4.add(f32x4.add(covariance, covariance), c2);
    const denominator = f32x4.add(
      f32x4.add(f32x4.sub(s11, f32x4.mul(mu1, mu1)), f32x4.sub(s22, f32x4.mul(mu2, mu2))),
      c2,
    );
    const similarity = f32x4.div(f32x4.mul(luminance, numerator), denominator);
    const d = v128.and(inside, f32x4.max(f32x4.sub(one, similarity), zero));
    structure = f32x4.add(structure, d);
    structure4 = f32x4.add(structure4, fourthPower(d));

    const edge1 = f32x4.abs(f32x4.sub(v128.load(first + at), mu1));
    const edge2 = f32x4.abs(f32x4.sub(v128.load(second + at), mu2));
    const change = f32x4.sub(f32x4.div(f32x4.add(one, edge2), f32x4.add(one, edge1)), one);
    const more = v128.and(inside, f32x4.max(change, zero));
    const less = v128.and(inside, f32x4.max(f32x4.neg(change), zero));
    ringing = f32x4.add(ringing, more);
    ringing4 = f32x4.add(ringing4, fourthPower(more));
    blur = f32x4.add(blur, less);
    blur4 = f32x4.add(blur4, fourthPower(less));
  }
  addTo(sums, 0, structure, structure4);
  addTo(sums, 2, ringing, ringing4);
  addTo(sums, 4, blur, blur4);
}

const laneNumbers: usize = memory.data<i32>([0, 1, 2, 3], 16);

/** Bytes of scratch memory that `compare` needs for pictures of this width. */
export function scratchBytes(width: i32): usize {
  const rings = <usize>ringRows * 3 * <usize>(2 + kinds);
  const states = 3 * <usize>kinds * 2 * cosines;
  const rows = 3 * 3;
  return paddedRow(width) * (rings + states + rows);
}

/** Samples in front of each row, zeros where it is blurred. */
const marginBytes: usize = 48;

/** Room for what blurring reads and writes on both sides. */
// @ts-ignore: decorator
@inline
function paddedRow(width: i32): usize {
  return ((<usize>width + 3) & ~3) * 4 + 2 * marginBytes;
}

/**
 * Compares two pictures of `width` x `height`, at least 8 each, whose three planes of linear RGB are at
 * `first` and `second`, one behind the other with `planeBytes` from one to the next. Leaves the sums of
 * errors at `sums`: for each channel 6 floats of 64 bits, see `sumsPerChannel`.
 */
export function compare(
  first: usize,
  second: usize,
  planeBytes: usize,
  width: i32,
  height: i32,
  scratch: usize,
  sums: usize,
): void {
  const rowBytes = paddedRow(width);
  const ringBytes = rowBytes * <usize>ringRows;
  const statesBytes = 2 * cosines * <usize>kinds * rowBytes;
  memory.fill(scratch, 0, scratchBytes(width));
  memory.fill(sums, 0, 3 * sumsPerChannel * 8);
  const firstRings = scratch + marginBytes;
  const secondRings = firstRings + 3 * ringBytes;
  const blurred = secondRings + 3 * ringBytes;
  const states = blurred + 3 * <usize>kinds * ringBytes;
  const row1 = states + 3 * statesBytes;
  const row2 = row1 + 3 * rowBytes;
  const product = row2 + 3 * rowBytes;
  for (let y = 0; y < height + radius - 1; y++) {
    if (y < height) {
      const at = <usize>y * width * 4;
      toXyb(
        first + at,
        first + planeBytes + at,
        first + 2 * planeBytes + at,
        width,
        row1,
        rowBytes,
      );
      toXyb(
        second + at,
        second + planeBytes + at,
        second + 2 * planeBytes + at,
        width,
        row2,
        rowBytes,
      );
    }
    const middle = y - radius + 1;
    for (let channel: usize = 0; channel < 3; channel++) {
      const rings = blurred + channel * <usize>kinds * ringBytes;
      if (y < height) {
        const a = row1 + channel * rowBytes;
        const b = row2 + channel * rowBytes;
        clearTail(a, width);
        clearTail(b, width);
        memory.copy(ringRow(firstRings + channel * ringBytes, y, rowBytes), a, <usize>width * 4);
        memory.copy(ringRow(secondRings + channel * ringBytes, y, rowBytes), b, <usize>width * 4);
        blurRow(a, width, ringRow(rings, y, rowBytes));
        blurRow(b, width, ringRow(rings + ringBytes, y, rowBytes));
        multiply(a, a, width, product);
        blurRow(product, width, ringRow(rings + 2 * ringBytes, y, rowBytes));
        multiply(b, b, width, product);
        blurRow(product, width, ringRow(rings + 3 * ringBytes, y, rowBytes));
        multiply(a, b, width, product);
        blurRow(product, width, ringRow(rings + 4 * ringBytes, y, rowBytes));
      } else {
        for (let kind: usize = 0; kind < <usize>kinds; kind++) {
          memory.fill(ringRow(rings + kind * ringBytes, y, rowBytes), 0, <usize>width * 4);
        }
      }
      addErrors(
        middle >= 0,
        width,
        ringRow(firstRings + channel * ringBytes, middle, rowBytes),
        ringRow(secondRings + channel * ringBytes, middle, rowBytes),
        ringRow(rings, y, rowBytes),
        // Rows above the picture are still zeros in the ring.
        ringRow(rings, y + 1, rowBytes),
        ringBytes,
        states + channel * statesBytes,
        rowBytes,
        sums + channel * sumsPerChannel * 8,
      );
    }
  }
}

/** Vectors have written past the end of the row. */
// @ts-ignore: decorator
@inline
function clearTail(row: usize, width: i32): void {
  memory.fill(row + <usize>width * 4, 0, marginBytes);
}
