import type { DeviceToXyz } from './device-to-pcs.ts';
import { readProfile } from './profile.ts';
import { tablesToSrgb } from './table-to-srgb.ts';

/** Grid points along each of four inputs. Print profiles have at most as many. */
const side = 17;
const cells = side - 1;

/** Distance to the next grid point along cyan, magenta, yellow and black. */
const strides = [side ** 3 * 3, side ** 2 * 3, side * 3, 3] as const;

/** 8-bit sRGB at each grid point, three numbers each. Cyan varies slowest. */
function buildGrid(tables: DeviceToXyz): Float32Array {
  const grid = new Float32Array(side ** 4 * 3);
  for (let at = 0; at < side ** 4; at++) {
    const inks = [side ** 3, side ** 2, side, 1].map((by) => (Math.floor(at / by) % side) / cells);
    grid.set(
      tablesToSrgb(tables, inks).map((value) => value * 255),
      at * 3,
    );
  }
  return grid;
}

/** Without a profile: white paper, of whose light each ink lets its share through. */
function multiplyInks(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const left = pixels[at + 3]! / 255;
    for (let channel = 0; channel < 3; channel++) pixels[at + channel]! *= left;
    pixels[at + 3] = 255;
  }
}

/** By sample value: the grid cell along an ink, and the position within it. */
function placeSamples(): { cell: Uint8Array; fraction: Float32Array } {
  const cell = new Uint8Array(256);
  const fraction = new Float32Array(256);
  for (let value = 0; value < 256; value++) {
    const place = ((255 - value) * cells) / 255;
    cell[value] = Math.min(Math.floor(place), cells - 1);
    fraction[value] = place - cell[value]!;
  }
  return { cell, fraction };
}

/**
 * Interpolates in the simplex that contains the pixel, along the inks in order of their fractions.
 */
function applyGrid(pixels: Uint8ClampedArray, grid: Float32Array): void {
  const { cell, fraction } = placeSamples();
  const fractions = [0, 0, 0, 0];
  const steps = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    let base = 0;
    for (let ink = 0; ink < 4; ink++) {
      const value = pixels[at + ink]!;
      const own = fraction[value]!;
      base += cell[value]! * strides[ink]!;
      let place = ink;
      for (; place > 0 && fractions[place - 1]! < own; place--) {
        fractions[place] = fractions[place - 1]!;
        steps[place] = steps[place - 1]!;
      }
      fractions[place] = own;
      steps[place] = strides[ink]!;
    }
    for (let channel = 0; channel < 3; channel++) {
      let from = base + channel;
      let value = grid[from]!;
      for (let place = 0; place < 4; place++) {
        const to = from + steps[place]!;
        value += fractions[place]! * (grid[to]! - grid[from]!);
        from = to;
      }
      pixels[at + channel] = value;
    }
    pixels[at + 3] = 255;
  }
}

/**
 * Converts four-ink pixels to opaque sRGB, in place. Samples are what cyan, magenta, yellow and
 * black leave of the paper's white (255: no ink, as Adobe stores them). Uses the profile's tables;
 * without a usable profile it multiplies, as browsers do.
 */
export function inksToSrgb(pixels: Uint8ClampedArray, icc: Uint8Array | null): void {
  const profile = icc && readProfile(icc);
  if (profile?.space === 'CMYK' && profile.tables) applyGrid(pixels, buildGrid(profile.tables));
  else multiplyInks(pixels);
}
