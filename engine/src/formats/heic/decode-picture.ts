import { EngineError } from '../../errors.ts';
import type { Picture } from '../../heif/pictures.ts';
import type { Planes } from '../../planes/planes.ts';
import type { Raster, UntaggedRaster } from '../../planes/raster.ts';
import { type SampleFormat, sampleFormatOf } from '../../planes/sample-format.ts';
import type { RgbaConverter, RgbaRows } from '../../planes/to-rgba.ts';
import { type DecodeTiles, type CodedTile, codedTileOf } from '../../tiles/coded-tile.ts';
import { place } from '../../transform/orient.ts';

/** The decoders that turn coded items into planes, and planes into RGBA. */
export interface PictureTools {
  decoderFor(tile: CodedTile): Promise<DecodeTiles>;
  converter: RgbaConverter;
}

/** Tiles that are handed to a decoder together; browsers hold a frame for each. */
const tilesAtOnce = 16;

function emptyCanvas(width: number, height: number, deep: boolean): Raster {
  const samples = width * height * 4;
  try {
    return {
      width,
      height,
      data: deep ? new Uint16Array(samples) : new Uint8ClampedArray(samples),
      opaque: true,
      gray: false,
      premultiplied: false,
      color: {},
    };
  } catch (cause) {
    throw new EngineError('out-of-memory', `${width}x${height} pixels`, { cause });
  }
}

/** Copies rows to (x, y); what stands out of the canvas on the right and below is left away. */
function copyRows(rows: RgbaRows, width: number, height: number, to: Raster, x: number, y: number) {
  const columns = Math.min(width, to.width - x);
  for (let row = 0; row < Math.min(height, to.height - y); row++) {
    const from = row * rows.stride;
    to.data.set(rows.data.subarray(from, from + columns * 4), ((y + row) * to.width + x) * 4);
  }
}

/** Lays one picture over another (ISO/IEC 23008-12, 6.6.2.2). */
function overlay(layer: Raster, to: Raster, x: number, y: number): void {
  const max = to.data instanceof Uint16Array ? 65_535 : 255;
  const half = max === 255 ? 0 : 0.5;
  for (let row = Math.max(0, -y); row < Math.min(layer.height, to.height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(layer.width, to.width - x); column++) {
      const from = (row * layer.width + column) * 4;
      const at = ((y + row) * to.width + x + column) * 4;
      const alpha = layer.data[from + 3]! / max;
      const below = (to.data[at + 3]! / max) * (1 - alpha);
      const result = alpha + below;
      for (let channel = 0; channel < 3; channel++) {
        const own = layer.data[from + channel]! * (layer.premultiplied ? 1 : alpha);
        const mixed = own + to.data[at + channel]! * below;
        to.data[at + channel] = result === 0 ? 0 : mixed / result + half;
      }
      to.data[at + 3] = result * max + half;
    }
  }
}

/** Takes the first channel of `from`, scaled to size, as the alpha of `raster`. */
function copyAlpha(from: Raster, { width, height, data }: Raster): void {
  if (from.width === width && from.height === height) {
    for (let at = 0; at < data.length; at += 4) data[at + 3] = from.data[at]!;
    return;
  }
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * from.height) / height) * from.width;
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * from.width) / width);
      data[(y * width + x) * 4 + 3] = from.data[(row + column) * 4]!;
    }
  }
}

function setAlpha(raster: Raster, alpha: Raster, premultiplied: boolean): void {
  copyAlpha(alpha, raster);
  raster.opaque = false;
  raster.premultiplied = premultiplied;
}

function isDeep(picture: Picture): boolean {
  return picture.bitDepth > 8;
}

class PictureDecoder {
  readonly #file: Uint8Array;
  readonly #tools: PictureTools;
  readonly #deep: boolean;

  constructor(file: Uint8Array, tools: PictureTools, deep: boolean) {
    this.#file = file;
    this.#tools = tools;
    this.#deep = deep;
  }

  /** With its transforms and its alpha. */
  async upright(picture: Picture, isAlpha = false): Promise<Raster> {
    const raster = place(await this.canvas(picture, isAlpha), picture.placement);
    if (picture.alpha) {
      const { picture: alpha, premultiplied } = picture.alpha;
      setAlpha(raster, await this.upright(alpha, true), premultiplied);
    }
    return raster;
  }

  /** Before its transforms, which its alpha has as well. */
  async stored(picture: Picture): Promise<Raster> {
    if (!picture.alpha) return this.canvas(picture);
    const { picture: alpha, premultiplied } = picture.alpha;
    // A browser decodes the one while the other becomes RGBA.
    const [raster, alphaRaster] = await Promise.all([
      this.canvas(picture),
      this.canvas(alpha, true),
    ]);
    setAlpha(raster, alphaRaster, premultiplied);
    return raster;
  }

  /** Before its transforms, without its own alpha. */
  async canvas(picture: Picture, isAlpha = false): Promise<Raster> {
    const { layout, canvas } = picture;
    const result = emptyCanvas(canvas.width, canvas.height, this.#deep);
    if (layout.kind === 'coded') {
      await this.#decode([{ picture, x: 0, y: 0 }], result, isAlpha);
      return result;
    }
    if (layout.kind === 'grid') {
      const { tile, columns, tiles } = layout;
      const parts = tiles.map((each, index) => ({
        picture: each,
        x: (index % columns) * tile.width,
        y: Math.floor(index / columns) * tile.height,
      }));
      const used = parts.filter(({ x, y }) => x < canvas.width && y < canvas.height);
      await this.#decode(used, result, isAlpha);
      return result;
    }
    const scale = this.#deep ? 1 : 255 / 65_535;
    const fill = layout.fill.map((level) => Math.round(level * scale));
    for (let at = 0; at < result.data.length; at += 4) result.data.set(fill, at);
    for (const { picture: layer, x, y } of layout.layers) {
      overlay(await this.upright(layer), result, x, y);
    }
    // An empty canvas shows wherever no opaque layer lies.
    result.opaque = false;
    return result;
  }

  /** Decodes parts into the canvas: plain coded items in groups, others one by one. */
  async #decode(
    parts: { picture: Picture; x: number; y: number }[],
    result: Raster,
    isAlpha: boolean,
  ): Promise<void> {
    const isPlain = ({ picture }: { picture: Picture }): boolean =>
      picture.layout.kind === 'coded' && (parts.length === 1 || picture.transforms.length === 0);
    const plain = parts.filter(
      (part) => isPlain(part) && (parts.length === 1 || !part.picture.alpha),
    );
    for (let first = 0; first < plain.length; first += tilesAtOnce) {
      const group = plain.slice(first, first + tilesAtOnce);
      const tiles = group.map(({ picture }) => codedTileOf(picture, this.#file));
      const decode = await this.#tools.decoderFor(tiles[0]!);
      const data = group.map(({ picture }) => picture.source.data());
      await decode(tiles, data, (index, planes) => {
        const { picture, x, y } = group[index]!;
        const { width, height } = picture.canvas;
        if (planes.width < width || planes.height < height) {
          throw new EngineError('corrupt-file', `item ${picture.item.id} is smaller than it says`);
        }
        const rows = this.#tools.converter.convert(
          planes,
          this.#formatOf(picture, planes, isAlpha),
          this.#deep,
        );
        copyRows(rows, width, height, result, x, y);
      });
    }
    for (const part of parts) {
      if (plain.includes(part)) continue;
      const raster = await this.upright(part.picture, isAlpha);
      const rows = { data: raster.data as Uint8Array | Uint16Array, stride: raster.width * 4 };
      copyRows(rows, raster.width, raster.height, result, part.x, part.y);
      if (!raster.opaque) result.opaque = false;
      if (raster.premultiplied) result.premultiplied = true;
    }
  }

  /** Alpha is a plain number, whatever its samples say about color. */
  #formatOf(picture: Picture, planes: Planes, isAlpha: boolean): SampleFormat {
    const format = sampleFormatOf(picture.color.nclx, planes);
    return isAlpha ? { ...format, gray: true, fullRange: true } : format;
  }
}

/**
 * Decodes a picture of a HEIF file by its coded items: grid, overlay, identity, alpha and transforms
 * are put together here. Rasters of more than 8 bits are 16 bits deep. With `asStored`, crop and turn
 * are left to the caller. Throws `unsupported-feature` when a coding is not decoded here.
 */
export async function decodePicture(
  file: Uint8Array,
  picture: Picture,
  asStored: boolean,
  tools: PictureTools,
): Promise<UntaggedRaster> {
  const decoder = new PictureDecoder(file, tools, isDeep(picture));
  return asStored ? decoder.stored(picture) : decoder.upright(picture);
}
