import { isGrayProfile } from '../../color/profile-header.ts';
import type { ColorTags, PixelRows } from '../../planes/raster.ts';
import type { StoredChannels } from './compressor.ts';
import { channelsOf, colorTypes, needsColor } from './header.ts';

/** How pixels are stored: the smallest lossless form. */
export interface PngForm {
  colorType: number;
  bitDepth: number;
  /** Maps RGBA (as a 32-bit number) to palette index. */
  palette: Map<number, number> | null;
  /** 255 where all pixels are opaque, whatever their alpha says; else 0. */
  alpha: number;
}

/** 8-bit RGBA as one number. `alpha` is that of the form. */
export function colorAt(data: PixelRows['data'], at: number, alpha: number): number {
  const last = data[at + 3]! | alpha;
  return ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | last) >>> 0;
}

/** What is known of pixels before any is looked at. */
interface Known {
  color: ColorTags;
  /** Samples have 16 bits. */
  deep: boolean;
  /** All pixels are, whatever their alpha says. */
  opaque: boolean;
}

/**
 * Finds the smallest form for pixels that come from the top, with straight alpha: whether they are
 * gray, opaque, of few colors.
 */
export class FormFinder {
  readonly #known: Known;
  readonly #alpha: number;
  #gray = true;
  #opaque = true;
  #palette: PngForm['palette'];

  constructor(known: Known) {
    const { icc } = known.color;
    this.#known = known;
    this.#alpha = known.opaque ? 255 : 0;
    this.#palette = known.deep || (icc && isGrayProfile(icc)) ? null : new Map();
  }

  /** Whether no further pixel can change the form. */
  get isFound(): boolean {
    return !this.#gray && !this.#palette && (this.#known.opaque || !this.#opaque);
  }

  add(data: PixelRows['data']): void {
    if (this.isFound) return;
    const { deep, opaque: isOpaque } = this.#known;
    const max = deep ? 65_535 : 255;
    let [gray, opaque, palette] = [this.#gray, this.#opaque, this.#palette];
    let last = -1;
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b, a] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
      if (r !== g || g !== b) gray = false;
      if (a !== max && !isOpaque) opaque = false;
      if (palette) {
        const color = colorAt(data, at, this.#alpha);
        if (color !== last && !palette.has(color)) {
          if (palette.size === 256) palette = null;
          else palette.set(color, palette.size);
        }
        last = color;
      }
      if (!gray && !palette && (isOpaque || !opaque)) break;
    }
    [this.#gray, this.#opaque, this.#palette] = [gray, opaque, palette];
  }

  /** The form for all pixels so far, as it fits their profile. */
  get form(): PngForm {
    return fitProfile(this.#smallest(), this.#known);
  }

  #smallest(): PngForm {
    const [gray, opaque, palette] = [this.#gray, this.#opaque, this.#palette];
    const direct = { bitDepth: this.#known.deep ? 16 : 8, palette: null, alpha: this.#alpha };
    if (gray && opaque) {
      const bitDepth = palette ? grayDepth(palette) : direct.bitDepth;
      return { ...direct, colorType: colorTypes.gray, bitDepth };
    }
    if (palette) {
      const bitDepth = indexDepth(palette.size);
      return { ...direct, colorType: colorTypes.palette, bitDepth, palette };
    }
    const colorType = gray ? colorTypes.grayAlpha : opaque ? colorTypes.rgb : colorTypes.rgba;
    return { ...direct, colorType };
  }
}

function indexDepth(colors: number): number {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/** The smallest bit depth whose evenly spaced grays include all values. */
function grayDepth(palette: Map<number, number>): number {
  const values = [...palette.keys()].map((color) => color >>> 24);
  return (
    [1, 2, 4].find((bits) => values.every((value) => value % (255 / (2 ** bits - 1)) === 0)) ?? 8
  );
}

/**
 * Changes the form to fit the profile: that is for gray or for color, and a palette counts as color
 * (section 11.3.2.3).
 */
function fitProfile(form: PngForm, { color, deep }: Known): PngForm {
  if (!needsColor(color)) return form;
  if (form.colorType === colorTypes.gray) {
    return { ...form, colorType: colorTypes.rgb, bitDepth: deep ? 16 : 8, palette: null };
  }
  return form.colorType === colorTypes.grayAlpha ? { ...form, colorType: colorTypes.rgba } : form;
}

/** Channels stored per pixel. `null` for packed pixels, which take little compression. */
export function storedChannels({ bitDepth, colorType, palette }: PngForm): StoredChannels | null {
  return palette || bitDepth < 8 ? null : (channelsOf[colorType] as StoredChannels);
}
