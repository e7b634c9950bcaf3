import { joinBytes } from '../../bytes/join.ts';
import type { PixelRows, Raster } from '../../planes/raster.ts';
import { writeChunk } from './chunks.ts';
import { dropPngCompressor, requirePngCompressor, type Compressed } from './compressor.ts';
import { colorAt, FormFinder, type PngForm, storedChannels } from './form.ts';
import { headerChunk, pngSignature, streamEnd, streamStart } from './stream.ts';

/**
 * Packs indices or grays of 1 to 8 bits. Each row has filter type 0, as filters do not pay here
 * (section 12.7).
 */
export function packRows(
  { data, width, height }: PixelRows,
  { bitDepth, palette, alpha }: PngForm,
): Uint8Array<ArrayBuffer> {
  const size = 1 + Math.ceil((width * bitDepth) / 8);
  const rows = new Uint8Array(size * height);
  const step = 255 / (2 ** bitDepth - 1);
  let from = 0;
  for (let y = 0; y < height; y++) {
    const row = y * size + 1;
    for (let x = 0; x < width; x++, from += 4) {
      const value = palette ? palette.get(colorAt(data, from, alpha))! : data[from]! / step;
      const bit = x * bitDepth;
      rows[row + (bit >> 3)]! |= value << (8 - bitDepth - (bit & 7));
    }
  }
  return rows;
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

/** The smallest form for these pixels and their profile. Expects straight alpha. */
function chooseForm({ data, color, opaque }: Raster): PngForm {
  const finder = new FormFinder({ color, opaque, deep: data instanceof Uint16Array });
  finder.add(data);
  return finder.form;
}

/**
 * Encodes a bare PNG losslessly: gray, palette, RGB or RGBA with 1 to 16 bits, as `FormFinder`
 * decides.
 *
 * @param isSmall Prefers fewer bytes over speed.
 */
export async function encodePng(raster: Raster, isSmall = false): Promise<Uint8Array<ArrayBuffer>> {
  const form = chooseForm(raster);
  const compressor = await requirePngCompressor();
  let parts: Compressed[];
  try {
    const stored = storedChannels(form);
    parts =
      stored === null
        ? [compressor.compressBytes(packRows(raster, form))]
        : compressor.compressRows(raster, stored, isSmall);
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
