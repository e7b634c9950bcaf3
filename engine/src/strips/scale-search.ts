// The sizes that a picture is tried at until it takes no more bytes than there is room for.
import type { Size } from '../geometry.ts';
import { maxKeptPixels } from './counting.ts';
import {
  aim,
  bytesAt,
  type BytesAtSize,
  growthBetween,
  nearEnough,
  type SizeCurve,
} from './size-curve.ts';
import type { SizeLimit } from './task.ts';

/** A step of smaller pictures makes each side shorter by this at least, one of larger ones longer. */
const leastShrink = 0.95;
const leastStretch = 1.01;

/** Each step should be the last; no side gets shorter than this. */
const maxSteps = 6;
const leastSide = 16;

/** The quality that is aimed at for a picture that has to get smaller: pixels are worth more than the least. */
const shrunkQuality = 68;

/** Bytes grow less than pixels do: so much of their logarithm, usually and at least. */
const bytesPerPixels = 0.75;
const leastGrowth = 0.4;

export const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** So many pixels at most, also when sides are rounded. */
function within({ width, height }: Size, pixels: number): number {
  if (width * height <= pixels) return 1;
  return Math.sqrt(pixels / (width * height)) - 0.5 / Math.min(width, height);
}

/** What sides have to be multiplied by for so many bytes instead of others. */
function scaleFor(room: number, bytes: number, growth: number): number {
  return Math.sqrt(Math.max(room, 1) / bytes) ** (1 / growth);
}

/** Where a search among scales is: it begins with the whole, goes down until one fits, and may then go back a little. */
export class ScaleSearch {
  readonly #whole: Size;
  readonly #range: SizeLimit['quality'];
  readonly #mayShrink: boolean;
  /** Of sides, of the size that is tried. */
  #scale = 1;
  #steps = 0;
  #growth = bytesPerPixels;
  /** Of what was resized: that takes other bytes than what it is made of. */
  #last: BytesAtSize | null = null;
  /** The least scale that was too large. */
  #over = Infinity;
  #hasFitted = false;

  constructor(whole: Size, range: SizeLimit['quality'], mayShrink: boolean) {
    this.#whole = whole;
    this.#range = range;
    this.#mayShrink = mayShrink;
  }

  /** Takes note of what the size takes at the least quality, now that it was encoded. */
  note(bytes: number, fits: boolean): void {
    const now = { pixels: this.#scale ** 2, bytes };
    if (this.#last) this.#growth = growthBetween(this.#last, now, leastGrowth);
    this.#last = this.#scale < 1 ? now : null;
    this.#hasFitted ||= fits;
  }

  /** The next smaller scale, as far as the size's bytes are known; `null` where there is none. */
  smaller(curve: SizeCurve, room: number): number | null {
    const goal = bytesAt(curve, Math.max(shrunkQuality, this.#range.min));
    const shorter = Math.min(scaleFor(room * aim, goal, this.#growth), leastShrink);
    const next = Math.min(this.#scale * shorter, within(this.#whole, maxKeptPixels));
    const mayGoOn = this.#mayShrink && this.#steps < maxSteps && !this.#hasFitted;
    const least = leastSide / Math.min(this.#whole.width, this.#whole.height);
    const clamped = Math.max(next, least);
    return mayGoOn && clamped < this.#scale ? clamped : null;
  }

  /** The next larger scale where a size at its best quality leaves room; `null` where there is none. */
  larger(curve: SizeCurve, room: number): number | null {
    const bytes = bytesAt(curve, this.#range.max);
    const isWhole = this.#scale === 1;
    if (isWhole || this.#steps >= maxSteps || bytes >= room * nearEnough) return null;
    // As many bytes for each pixel as there are now, which is more than there will be.
    const longer = this.#scale * scaleFor(room * aim, bytes, 1);
    const next = Math.min(longer, within(this.#whole, maxKeptPixels));
    // Sides are whole numbers.
    const [now, then] = [scaled(this.#whole, this.#scale), scaled(this.#whole, next)];
    const isLarger = then.width > now.width && next >= this.#scale * leastStretch;
    return isLarger && next < this.#over ? next : null;
  }

  /** Goes on with another scale, where there will be about so many times as many bytes. */
  goTo(next: number): number {
    if (next < this.#scale) this.#over = Math.min(this.#over, this.#scale);
    const factor = (next / this.#scale) ** (2 * this.#growth);
    this.#scale = next;
    this.#steps++;
    return factor;
  }
}
