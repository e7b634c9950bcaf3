import { EngineError } from '../../errors.ts';
import type { Rectangle, Size } from '../../geometry.ts';
import type { Picture } from '../../heif/picture.ts';
import { fillMissing } from '../../planes/missing.ts';
import type { Planes } from '../../planes/planes.ts';
import type { Raster, UntaggedRaster } from '../../planes/raster.ts';
import { type SampleFormat, sampleFormatOf } from '../../planes/sample-format.ts';
import { rowsOfPlanes } from '../../planes/rows.ts';
import type { RgbaConverter, RgbaRows } from '../../planes/to-rgba.ts';
import { type DecodeTiles, type CodedTile, codedTileOf } from '../../tiles/coded-tile.ts';
import { place } from '../../transform/orient.ts';
import {
  type Channel,
  copyFirst,
  copyRows,
  emptyCanvas,
  emptySamples,
  firstOf,
  overlay,
  setAlpha,
} from './canvas.ts';

/** A damaged file's items. */
export interface Damage {
  /** What is left of a coded item's data. Throws `corrupt-file` if that is nothing. */
  dataOf(picture: Picture): Uint8Array;
  /** Counts pixels of the picture that could not be decoded. */
  lose(pixels: number): void;
}

/** The decoders from coded items to planes, and from planes to RGBA. */
export interface PictureTools {
  decoderFor(tile: CodedTile): Promise<DecodeTiles>;
  converter: RgbaConverter;
  /** Set to decode what can be read, instead of throwing `corrupt-file`. */
  damage?: Damage;
}

/** Tiles to decode together. Browsers hold a frame for each. */
const tilesAtOnce = 16;

/** Receives rows of RGBA of a part that begins at (x, y). */
type TakeRows = (rows: RgbaRows, part: Rectangle) => void;

function isDeep(picture: Picture): boolean {
  return picture.bitDepth > 8;
}

/** A coded item and its position in the picture. */
interface Part {
  picture: Picture;
  x: number;
  y: number;
  /** As much of it as lies on the canvas. */
  shown: Size;
  /** Not a tile of a grid: its turn and alpha are applied on request. */
  isWhole?: boolean;
}

/** Phones state sizes rounded up to blocks, and crop them to what is coded. */
function requireSize({ placement: { crop }, item }: Picture, planes: Planes): void {
  if (planes.width < crop.x + crop.width || planes.height < crop.y + crop.height) {
    throw new EngineError('corrupt-file', `item ${item.id} is smaller than it says`);
  }
}

/** The visible parts of a picture. `null` where layers overlap. */
function partsOf(picture: Picture): Part[] | null {
  const { layout, canvas } = picture;
  if (layout.kind === 'coded') return [{ picture, x: 0, y: 0, shown: canvas, isWhole: true }];
  if (layout.kind !== 'grid') return null;
  const { tile, columns, tiles } = layout;
  return tiles
    .map((each, index) => {
      const x = (index % columns) * tile.width;
      const y = Math.floor(index / columns) * tile.height;
      const width = Math.min(tile.width, canvas.width - x);
      const height = Math.min(tile.height, canvas.height - y);
      return { picture: each, x, y, shown: { width, height } };
    })
    .filter(({ shown }) => shown.width > 0 && shown.height > 0);
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

  /** Decodes with transforms and alpha applied. */
  async upright(picture: Picture, isAlpha = false): Promise<Raster> {
    const raster = place(await this.canvas(picture, isAlpha), picture.placement);
    if (picture.alpha) {
      const { picture: alpha, premultiplied } = picture.alpha;
      setAlpha(raster, firstOf(await this.upright(alpha, true)), premultiplied);
    }
    return raster;
  }

  /** Decodes before the transforms, which apply to its alpha as well. */
  async stored(picture: Picture): Promise<Raster> {
    if (!picture.alpha) return this.canvas(picture);
    const { picture: alpha, premultiplied } = picture.alpha;
    // The browser decodes one of them while the other is converted to RGBA.
    const [raster, channel] = await Promise.all([this.canvas(picture), this.#channel(alpha)]);
    setAlpha(raster, channel, premultiplied);
    return raster;
  }

  /** Decodes a single-channel picture, before its transforms. */
  async #channel(picture: Picture): Promise<Channel> {
    const parts = partsOf(picture);
    if (!parts) return firstOf(await this.canvas(picture, true));
    const { width, height } = picture.canvas;
    const channel = { width, height, data: emptySamples(width * height, this.#deep) };
    if (this.#tools.damage) channel.data.fill(this.#deep ? 65_535 : 255);
    await this.#decode(parts, true, (rows, part) => copyFirst(rows, part, channel));
    return channel;
  }

  /** What is shown where nothing can be decoded: gray, or the white of an opaque alpha channel. */
  #fill({ width, height, data }: Raster, isAlpha: boolean): void {
    if (isAlpha) data.fill(this.#deep ? 65_535 : 255);
    else fillMissing(data, 0, width * height);
  }

  /** Decodes before the transforms, without the picture's own alpha. */
  async canvas(picture: Picture, isAlpha = false): Promise<Raster> {
    const { layout, canvas } = picture;
    const result = emptyCanvas(canvas.width, canvas.height, this.#deep);
    if (this.#tools.damage) this.#fill(result, isAlpha);
    if (layout.kind !== 'overlay') {
      const parts = partsOf(picture)!;
      const take: TakeRows = (rows, part) => copyRows(rows, part, result);
      for (const raster of await this.#decode(parts, isAlpha, take)) {
        if (!raster.opaque) result.opaque = false;
        if (raster.premultiplied) result.premultiplied = true;
      }
      return result;
    }
    const scale = this.#deep ? 1 : 255 / 65_535;
    const fill = layout.fill.map((level) => Math.round(level * scale));
    for (let at = 0; at < result.data.length; at += 4) result.data.set(fill, at);
    for (const { picture: layer, x, y } of layout.layers) {
      overlay(await this.upright(layer), result, x, y);
    }
    // The empty canvas shows wherever no opaque layer covers it.
    result.opaque = false;
    return result;
  }

  /** Decodes parts: plain coded items in groups, others one at a time. Returns their properties. */
  async #decode(
    parts: readonly Part[],
    isAlpha: boolean,
    take: TakeRows,
  ): Promise<Pick<Raster, 'opaque' | 'premultiplied'>[]> {
    const plain = parts.filter(
      ({ picture: { layout, transforms, alpha }, isWhole = false }) =>
        layout.kind === 'coded' && (isWhole || (transforms.length === 0 && !alpha)),
    );
    const { damage } = this.#tools;
    for (let first = 0; first < plain.length; first += tilesAtOnce) {
      const group = plain.slice(first, first + tilesAtOnce);
      if (!damage) await this.#decodeTogether(group, isAlpha, take);
      else for (const part of group) await this.#salvage(part, isAlpha, take, damage);
    }
    const others: Pick<Raster, 'opaque' | 'premultiplied'>[] = [];
    for (const part of parts) {
      if (plain.includes(part)) continue;
      const { data, width, height, opaque, premultiplied } = await this.upright(
        part.picture,
        isAlpha,
      );
      const rows = { data: data as RgbaRows['data'], stride: width * 4 };
      take(rows, { x: part.x, y: part.y, width, height });
      others.push({ opaque, premultiplied });
    }
    return others;
  }

  async #decodeTogether(group: readonly Part[], isAlpha: boolean, take: TakeRows): Promise<void> {
    const tiles = group.map(({ picture }) => codedTileOf(picture, this.#file));
    const decode = await this.#tools.decoderFor(tiles[0]!);
    const data = group.map(({ picture }) => picture.source.data());
    await decode(tiles, data, (index, planes) => {
      requireSize(group[index]!.picture, planes);
      this.#takeRows(group[index]!, planes, 0, planes.height, isAlpha, take);
    });
  }

  /** Decodes as many rows of a damaged part as come before the damage. */
  async #salvage(part: Part, isAlpha: boolean, take: TakeRows, damage: Damage): Promise<void> {
    const { picture, shown } = part;
    let done = 0;
    const takeTo = (planes: Planes, rows: number): void => {
      // Two rows share their chroma.
      const end = rows === planes.height ? rows : rows & ~1;
      if (end <= done) return;
      this.#takeRows(part, planes, done, end, isAlpha, take);
      done = end;
    };
    try {
      const tile = codedTileOf(picture, this.#file);
      const decode = await this.#tools.decoderFor(tile);
      await decode(
        [tile],
        [damage.dataOf(picture)],
        (_, planes) => takeTo(planes, planes.height),
        (planes, rows) => {
          takeTo(planes, rows);
          return 0;
        },
      );
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'corrupt-file') throw error;
    }
    if (isAlpha) return;
    damage.lose(shown.width * Math.max(0, shown.height - done));
  }

  /** Hands out rows `from` to `to` of a part as RGBA. */
  #takeRows(
    { picture, x, y }: Part,
    planes: Planes,
    from: number,
    to: number,
    isAlpha: boolean,
    take: TakeRows,
  ): void {
    const rows = this.#tools.converter.convert(
      rowsOfPlanes(planes, from, to),
      this.#formatOf(picture, planes, isAlpha),
      this.#deep,
    );
    const width = Math.min(picture.canvas.width, planes.width);
    const height = Math.min(picture.canvas.height, to) - from;
    take(rows, { x, y: y + from, width, height });
  }

  /**
   * Alpha is a plain number: color metadata does not apply, except for AV1's range, which is always
   * stated.
   */
  #formatOf(picture: Picture, planes: Planes, isAlpha: boolean): SampleFormat {
    const format = sampleFormatOf(picture.color.nclx, planes);
    if (!isAlpha) return format;
    const isLimited = picture.item.type === 'av01' && planes.color?.fullRange === false;
    return { ...format, gray: true, fullRange: !isLimited };
  }
}

export interface CodedPicture {
  picture: Picture;
  /** Returns the coded picture, without the container's crop and turn. */
  asStored: boolean;
}

/**
 * Decodes a picture of a HEIF file from its coded items. Combines grids, overlays, identities,
 * alpha and transforms here. Rasters deeper than 8 bits use 16. With `asStored`, leaves crop and
 * turn to the caller. Throws `unsupported-feature` when a coding is not decoded here.
 */
export async function decodePicture(
  file: Uint8Array,
  { picture, asStored }: CodedPicture,
  tools: PictureTools,
): Promise<UntaggedRaster> {
  const decoder = new PictureDecoder(file, tools, isDeep(picture));
  return asStored ? decoder.stored(picture) : decoder.upright(picture);
}
