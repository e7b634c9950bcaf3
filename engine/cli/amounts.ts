import type { Rectangle } from '../src/geometry.ts';
import { limits, type ResizeOptions } from '../src/options.ts';

const factors: Record<string, number> = { '': 1, k: 1000, m: 1e6, ki: 1024, mi: 2 ** 20 };

/** Bytes of `500k`, `1.5M`, `200KiB` or `80000`; `null` for anything else. K and M are thousands. */
export function readBytes(text: string): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([km]i?)?b?$/i.exec(text) ?? [];
  if (amount === undefined) return null;
  const bytes = Math.floor(Number(amount) * (factors[unit.toLowerCase()] ?? 1));
  return bytes > 0 ? bytes : null;
}

const isSide = (length: number): boolean => length >= 1 && length <= limits.side;

/** Sides of `1920x`, `x1080`, `1920x1080` or `1920`, which is the longest side; `null` for anything else. */
export function readSides(text: string): Pick<ResizeOptions, 'width' | 'height'> | null {
  const [, width, by, height] = /^(\d+)?(x)?(\d+)?$/i.exec(text) ?? [];
  const isLongest = width !== undefined && by === undefined;
  const sides = {
    ...(width !== undefined && { width: Number(width) }),
    ...(height !== undefined && { height: Number(height) }),
    ...(isLongest && { height: Number(width) }),
  };
  const lengths = Object.values(sides);
  return lengths.length > 0 && lengths.every(isSide) ? sides : null;
}

/** The rectangle of `800x600+10+20`: width, height, and its distance from the left and the top. */
export function readRectangle(text: string): Rectangle | null {
  const numbers = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/i.exec(text)?.slice(1).map(Number);
  if (!numbers) return null;
  const [width = 0, height = 0, x = 0, y = 0] = numbers;
  return isSide(width) && isSide(height) ? { x, y, width, height } : null;
}

/** One of several parts of a list, counted from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** The shard of `3/8`; `null` for anything else. */
export function readShard(text: string): Shard | null {
  const [, first, second] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [index, count] = [Number(first), Number(second)];
  return index >= 1 && index <= count ? { index, count } : null;
}

/** Bytes in the unit that is read best, for people. */
export function writeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
