import { joinBytes } from '../../bytes/join.ts';
import { isGrayProfile } from '../../color/profile-header.ts';
import type { Raster } from '../../planes/raster.ts';
import { writeChunk } from './chunks.ts';
import {
  dropPngCompressor,
  requirePngCompressor,
  type Compressed,
  type PngCompressor,
  type StoredChannels,
} from './compressor.ts';
import { channelsOf, colorTypes, needsColor } from './header.ts';
import { headerChunk, pngSignature, streamEnd, streamStart } from './stream.ts';

/** How pixels are stored: the smallest lossless form. */
export interface PngForm {
  colorType: number;
  bitDepth: number;
  /** Maps RGBA (as a 32-bit number) to palette index. */
  palette: Map<number, number> | null;
}

/** 8-bit RGBA as one number. */
function colorAt(data: Raster['data'], at: number): number {
  return ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!) >>> 0;
}

/** Checks all pixels in one pass: gray, opaque, few colors, need for 16 bits. */
function findForm(raster: Raster, mayUsePalette: boolean): PngForm {
  const { data } = raster;
  const deep = data instanceof Uint16Array;
  const max = deep ? 65_535 : 255;
  let gray = true;
  let opaque = true;
  let palette: Map<number, number> | null = deep || !mayUsePalette ? null : new Map();
  let last = -1;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b, a] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    if (r !== g || g !== b) gray = false;
    if (a !== max) opaque = false;
    if (palette) {
      const color = colorAt(data, at);
      if (color !== last && !palette.has(color)) {
        if (palette.size === 256) palette = null;
        else palette.set(color, palette.size);
      }
      last = color;
    }
    if (!gray && !palette && (raster.opaque || !opaque)) break;
  }
  if (gray && opaque)
    return { colorType: colorTypes.gray, bitDepth: deep ? 16 : grayDepth(palette), palette: null };
  if (palette)
    return { colorType: colorTypes.palette, bitDepth: indexDepth(palette.size), palette };
  const colorType = gray ? colorTypes.grayAlpha : opaque ? colorTypes.rgb : colorTypes.rgba;
  return { colorType, bitDepth: deep ? 16 : 8, palette: null };
}

function indexDepth(colors: number): number {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/** The smallest bit depth whose evenly spaced grays include all values. */
function grayDepth(palette: Map<number, number> | null): number {
  if (!palette) return 8;
  const values = [...palette.keys()].map((color) => color >>> 24);
  return (
    [1, 2, 4].find((bits) => values.every((value) => value % (255 / (2 ** bits - 1)) === 0)) ?? 8
  );
}

/**
 * Packs indices or grays of 1 to 8 bits. Each row has filter type 0, as filters do not pay here
 * (section 12.7).
 */
function packRows({ data, width, height }: Raster, { bitDepth, palette }: PngForm): Uint8Array {
  const size = 1 + Math.ceil((width * bitDepth) / 8);
  const rows = new Uint8Array(size * height);
  const step = 255 / (2 ** bitDepth - 1);
  let from = 0;
  for (let y = 0; y < height; y++) {
    const row = y * size + 1;
    for (let x = 0; x < width; x++, from += 4) {
      const value = palette ? palette.get(colorAt(data, from))! : data[from]! / step;
      const bit = x * bitDepth;
      rows[row + (bit >> 3)]! |= value << (8 - bitDepth - (bit & 7));
    }
  }
  return rows;
}

/** Channels stored per pixel. `null` for packed pixels, which take little compression. */
export function storedChannels({ bitDepth, colorType, palette }: PngForm): StoredChannels | null {
  return palette || bitDepth < 8 ? null : (channelsOf[colorType] as StoredChannels);
}

/** Compresses all rows in the given form. */
export function compressAs(
  form: PngForm,
  raster: Raster,
  isSmall: boolean,
  compressor: PngCompressor,
): Compressed[] {
  const stored = storedChannels(form);
  return stored === null
    ? [compressor.compressBytes(packRows(raster, form))]
    : compressor.compressRows(raster, stored, isSmall);
}

/** The PLTE and tRNS chunks, if there is a palette. */
export function paletteChunks({ palette }: PngForm): Uint8Array<ArrayBuffer>[] {
  if (!palette) return [];
  const colors = [...palette.keys()];
  const plte = new Uint8Array(
    colors.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255]),
  );
  const alphas = colors.map((color) => color & 255);
  if (alphas.every((alpha) => alpha === 255)) return [writeChunk('PLTE', plte)];
  return [writeChunk('PLTE', plte), writeChunk('tRNS', new Uint8Array(alphas))];
}

/**
 * Changes the form to fit the profile: that is for gray or for color, and a palette counts as color
 * (section 11.3.2.3).
 */
function fitProfile(form: PngForm, { color, data }: Raster): PngForm {
  if (!needsColor(color)) return form;
  const deep = data instanceof Uint16Array;
  if (form.colorType === colorTypes.gray) {
    return { colorType: colorTypes.rgb, bitDepth: deep ? 16 : 8, palette: null };
  }
  return form.colorType === colorTypes.grayAlpha ? { ...form, colorType: colorTypes.rgba } : form;
}

/** The smallest form for these pixels and their profile. Expects straight alpha. */
export function chooseForm(raster: Raster): PngForm {
  const { icc } = raster.color;
  const mayUsePalette = !(icc && isGrayProfile(icc));
  return fitProfile(findForm(raster, mayUsePalette), raster);
}

/**
 * Encodes a bare PNG losslessly: gray, palette, RGB or RGBA with 1 to 16 bits, as `chooseForm`
 * decides.
 *
 * @param isSmall Prefers fewer bytes over speed.
 */
export async function encodePng(raster: Raster, isSmall = false): Promise<Uint8Array<ArrayBuffer>> {
  const form = chooseForm(raster);
  const compressor = await requirePngCompressor();
  let parts: Compressed[];
  try {
    parts = compressAs(form, raster, isSmall, compressor);
  } catch (error) {
    dropPngCompressor();
    throw error;
  }
  return joinBytes([
    pngSignature,
    headerChunk(raster, form),
    ...paletteChunks(form),
    streamStart,
    ...parts.map(({ bytes }) => writeChunk('IDAT', bytes)),
    ...streamEnd(parts.map(({ checksum }) => checksum)),
  ]);
}
