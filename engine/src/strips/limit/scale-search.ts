// Chooses the sizes to try until a picture takes no more bytes than it may.
import type { Size } from '../../geometry.ts';
import { maxKeptPixels } from '../counting.ts';
import {
  aim,
  bytesAt,
  type BytesAtSize,
  growthBetween,
  nearEnough,
  type SizeCurve,
} from './size-curve.ts';
import type { SizeLimit } from '../tasks/size-limit.ts';

/** A step down shortens each side to at most this, a step up lengthens it to at least that. */
const leastShrink = 0.95;
const leastStretch = 1.01;

/** Each step is chosen so that it should be the last. No side gets shorter than `leastSide`. */
const maxSteps = 6;
const leastSide = 16;

/**
 * Quality to aim at for a picture that has to get smaller, because a little more quality is worth
 * more than pixels.
 */
const shrunkQuality = 68;

/** Bytes grow more slowly than pixels: as this power of them, usually and at least. */
const bytesPerPixels = 0.75;
const leastGrowth = 0.4;

export const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** The scale that leaves at most this many pixels, even after sides are rounded. */
function within({ width, height }: Size, pixels: number): number {
  if (width * height <= pixels) return 1;
  return Math.sqrt(pixels / (width * height)) - 0.5 / Math.min(width, height);
}

/** The factor for sides that turns `bytes` into `room`. */
function scaleFor(room: number, bytes: number, growth: number): number {
  return Math.sqrt(Math.max(room, 1) / bytes) ** (1 / growth);
}

/**
 * State of a search: starts at full size, goes down until one fits, and may then go back up a
 * little.
 */
export class ScaleSearch {
  readonly #whole: Size;
  readonly #range: SizeLimit['quality'];
  readonly #mayShrink: boolean;
  /** Scale of the sides of the size that is being tried. */
  #scale = 1;
  #steps = 0;
  #growth = bytesPerPixels;
  /** Only of a resized picture: the original has a different ratio of bytes to pixels. */
  #last: BytesAtSize | null = null;
  /** The smallest scale that was too large. */
  #over = Infinity;
  #hasFitted = false;

  constructor(whole: Size, range: SizeLimit['quality'], mayShrink: boolean) {
    this.#whole = whole;
    this.#range = range;
    this.#mayShrink = mayShrink;
  }

  /** Records what the current size took at the lowest quality, now that it is encoded. */
  note(bytes: number, fits: boolean): void {
    const now = { pixels: this.#scale ** 2, bytes };
    if (this.#last) this.#growth = growthBetween(this.#last, now, leastGrowth);
    this.#last = this.#scale < 1 ? now : null;
    this.#hasFitted ||= fits;
  }

  /** The next smaller scale, by what is known of the bytes; `null` if there is none. */
  smaller(curve: SizeCurve, room: number): number | null {
    const goal = bytesAt(curve, Math.max(shrunkQuality, this.#range.min));
    const shorter = Math.min(scaleFor(room * aim, goal, this.#growth), leastShrink);
    const next = Math.min(this.#scale * shorter, within(this.#whole, maxKeptPixels));
    const mayGoOn = this.#mayShrink && this.#steps < maxSteps && !this.#hasFitted;
    const least = leastSide / Math.min(this.#whole.width, this.#whole.height);
    const clamped = Math.max(next, least);
    return mayGoOn && clamped < this.#scale ? clamped : null;
  }

  /**
   * The next larger scale, if the current size leaves room at its best quality; `null` if there is
   * none.
   */
  larger(curve: SizeCurve, room: number): number | null {
    const bytes = bytesAt(curve, this.#range.max);
    const isWhole = this.#scale === 1;
    if (isWhole || this.#steps >= maxSteps || bytes >= room * nearEnough) return null;
    // Assumes as many bytes per pixel as now. A larger size will take fewer.
    const longer = this.#scale * scaleFor(room * aim, bytes, 1);
    const next = Math.min(longer, within(this.#whole, maxKeptPixels));
    // Sides are whole numbers, so the next size may be the same.
    const [now, then] = [scaled(this.#whole, this.#scale), scaled(this.#whole, next)];
    const isLarger = then.width > now.width && next >= this.#scale * leastStretch;
    return isLarger && next < this.#over ? next : null;
  }

  /** Continues with another scale. Returns the expected factor for the bytes. */
  goTo(next: number): number {
    if (next < this.#scale) this.#over = Math.min(this.#over, this.#scale);
    const factor = (next / this.#scale) ** (2 * this.#growth);
    this.#scale = next;
    this.#steps++;
    return factor;
  }
}
