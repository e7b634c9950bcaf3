import { EngineError, type EngineFeature } from '../errors.ts';
import type { Placement, Size } from '../geometry.ts';
import { limits } from '../options.ts';
import type { ChromaFormat, Cicp } from '../planes/planes.ts';
import { type CodedLayout, findProperty, refuseHeif, describeCoding } from './coding.ts';
import { readGrid, readOverlay } from './derivations.ts';
import type { HeifFile, HeifItem } from './file.ts';
import { type Transform, combineTransforms, resolveCrop, transformedSize } from './transforms.ts';

export interface GridLayout {
  kind: 'grid';
  rows: number;
  columns: number;
  /**
   * Size of every tile after its own transforms. Tiles may extend past the canvas at the right and
   * bottom.
   */
  tile: Size;
  /** rows x columns pictures, in row order. */
  tiles: Picture[];
}

export interface OverlayLayout {
  kind: 'overlay';
  /** The canvas color: red, green, blue and alpha, 0 to 65535 each. */
  fill: [number, number, number, number];
  /** From bottom to top. Offsets may be negative, and layers may extend past the canvas. */
  layers: { picture: Picture; x: number; y: number }[];
}

/**
 * How to decode a picture: where its samples come from and how to transform them. Sizes are the
 * container's claims; a decoder checks them against the coded data.
 */
export interface Picture {
  item: HeifItem;
  /** The item whose data `layout` describes. Differs from `item` for an identity item. */
  source: HeifItem;
  layout: CodedLayout | GridLayout | OverlayLayout;
  /** Size before the transforms. */
  canvas: Size;
  /** In the order of application. */
  transforms: Transform[];
  /** The transforms combined into one crop and one turn. */
  placement: Placement;
  /** Size after the transforms. */
  width: number;
  height: number;
  bitDepth: number;
  /** `null` where only the coded data tells it. */
  chroma: ChromaFormat | null;
  /** As the container says. `null` where it says nothing and the coded data decides. */
  color: { icc: Uint8Array | null; nclx: Cicp | null };
  /**
   * Alpha may have another size: it is scaled to the picture's. Tiles may have alpha of their own
   * instead.
   */
  alpha: { picture: Picture; premultiplied: boolean } | null;
  /** Cost of decoding, including alpha. Tiles count as often as they are used. */
  work: Work;
}

/** Whether the picture has alpha, its own or a tile's. */
export function hasAlpha({ alpha, layout }: Picture): boolean {
  return alpha !== null || (layout.kind === 'grid' && layout.tiles.some(hasAlpha));
}

/** Whether the picture may turn out transparent, because layers may leave its canvas uncovered. */
export function mayHaveAlpha({ layout }: Picture): boolean {
  return layout.kind === 'overlay' && layout.fill[3] < 0xffff;
}

/** Every coded or composed item counts as at least `leastPixels`. */
interface Work {
  pixels: number;
  /** Bytes of coded data and of decoder configurations. */
  bytes: number;
}

const alphaUrns = new Set([
  'urn:mpeg:hevc:2015:auxid:1',
  'urn:mpeg:avc:2015:auxid:1',
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha',
]);

/** Feature names of unsupported item types, for messages and tables. */
const refusedTypes: Record<string, EngineFeature> = {
  lhv1: 'layered-hevc-item',
  j2k1: 'jpeg2000-item',
  vvc1: 'vvc-item',
  evc1: 'evc-item',
  unci: 'uncompressed-item',
  mski: 'mask-item',
  avis: 'avs-item',
  hevc: 'hevc-sequence-item',
};

/** Item types that are pictures. */
export const pictureTypes = new Set([
  'hvc1',
  'av01',
  'avc1',
  'jpeg',
  'grid',
  'iovl',
  'iden',
  'tmap',
  ...Object.keys(refusedTypes),
]);

/** In practice, derivations nest two deep. */
const maxDepth = 8;

/** Twice the largest picture, because of alpha and of tiles that extend past the canvas. */
const maxWorkPixels = 2 * limits.pixels;

/** Setting up an item takes about as long as decoding this many pixels. */
const leastPixels = 64 * 64;

/**
 * Bounds data that is used repeatedly: on average this many bytes per pixel, about the size of raw
 * samples. Data that is used once cannot exceed the file.
 */
const maxBytesPerPixel = 2;

function addWork(a: Work, b: Work): Work {
  return { pixels: a.pixels + b.pixels, bytes: a.bytes + b.bytes };
}

function workFor({ width, height }: Size, bytes: number): Work {
  return { pixels: Math.max(width * height, leastPixels), bytes };
}

function requireSize(size: Size, what: string): Size {
  const { width, height } = size;
  if (width < 1 || height < 1) throw new EngineError('corrupt-file', `${what} has no size`);
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new EngineError('too-large', `${what} is ${width}x${height}`);
  }
  return { width, height };
}

function requireUnderstood(item: HeifItem): void {
  if (item.protection !== 0) refuseHeif('protected-item', `item ${item.id} is encrypted`);
  if (!pictureTypes.has(item.type)) {
    refuseHeif(`item-${item.type.trim()}`, `item ${item.id} is of type ${item.type}`);
  }
  const refused = refusedTypes[item.type];
  if (refused) refuseHeif(refused, `item ${item.id} is of type ${item.type}`);
  for (const { property, essential } of item.properties) {
    if (essential && property.kind === 'other') {
      const name = property.type.trim();
      refuseHeif(`property-${name}`, `item ${item.id} needs property ${name}`);
    }
  }
}

function readColor(item: HeifItem): Picture['color'] {
  const profile = findProperty(item, 'icc')?.profile;
  return {
    // Some writers store an empty profile, which says nothing.
    icc: profile && profile.length > 0 ? profile : null,
    nclx: findProperty(item, 'nclx')?.nclx ?? null,
  };
}

/** What makes up a picture, before its own transforms. */
type Content = Pick<
  Picture,
  'source' | 'layout' | 'canvas' | 'transforms' | 'bitDepth' | 'chroma' | 'color' | 'alpha' | 'work'
>;

class Describer {
  readonly #file: HeifFile;
  /** Tiles are often shared. Describing each item once keeps the work proportional to the items. */
  readonly #known = new Map<number, Picture>();

  constructor(file: HeifFile) {
    this.#file = file;
  }

  /** @param master The size of the picture that an alpha belongs to. */
  describe(id: number, depth: number, master: Size | null = null): Picture {
    const known = this.#known.get(id);
    if (known) return known;
    const item = this.#file.items.get(id);
    if (!item) throw new EngineError('corrupt-file', `item ${id} is not there`);
    if (depth > maxDepth) {
      throw new EngineError('corrupt-file', `item ${id} is derived from itself, or too deeply`);
    }
    requireUnderstood(item);
    const picture = this.#finish(item, this.#source(item, depth, master), depth);
    this.#known.set(id, picture);
    return picture;
  }

  #inputs(item: HeifItem): readonly number[] {
    return this.#file.references.from('dimg', item.id);
  }

  #source(item: HeifItem, depth: number, master: Size | null): Content {
    if (item.type === 'grid') return this.#grid(item, depth);
    if (item.type === 'iovl') return this.#overlay(item, depth);
    // A tone-mapped picture is its first input plus a gain map (ISO/IEC 23008-12, 6.6.2.4), which
    // is not needed here.
    if (item.type === 'iden' || item.type === 'tmap') {
      const [input] = this.#inputs(item);
      if (input === undefined)
        throw new EngineError('corrupt-file', `item ${item.id} has no input`);
      return this.describe(input, depth + 1);
    }
    if (this.#file.references.from('pred', item.id).length > 0) {
      refuseHeif('predicted-item', `item ${item.id} is predicted from another`);
    }
    // Old versions of cavif omit the size of alpha, which browsers accept.
    const size = findProperty(item, 'size') ?? master;
    if (!size) throw new EngineError('corrupt-file', `item ${item.id} has no ispe`);
    const canvas = requireSize(size, `item ${item.id}`);
    const coding = describeCoding(item);
    return {
      ...coding,
      source: item,
      canvas,
      transforms: [],
      color: { icc: null, nclx: null },
      alpha: null,
      work: workFor(canvas, item.dataLength() + coding.layout.configuration.length),
    };
  }

  #grid(item: HeifItem, depth: number): Content {
    const { rows, columns, ...size } = readGrid(item.data());
    const canvas = requireSize(size, `grid ${item.id}`);
    const inputs = this.#inputs(item);
    if (inputs.length !== rows * columns) {
      throw new EngineError('corrupt-file', `grid ${item.id} has ${inputs.length} tiles`);
    }
    const tiles = inputs.map((input) => this.describe(input, depth + 1));
    const first = tiles[0]!;
    const tile = { width: first.width, height: first.height };
    if (tiles.some(({ width, height }) => width !== tile.width || height !== tile.height)) {
      throw new EngineError('corrupt-file', `tiles of grid ${item.id} differ in size`);
    }
    if (tile.width * columns < canvas.width || tile.height * rows < canvas.height) {
      throw new EngineError('corrupt-file', `tiles of grid ${item.id} do not cover it`);
    }
    return {
      source: item,
      layout: { kind: 'grid', rows, columns, tile, tiles },
      canvas,
      transforms: [],
      bitDepth: first.bitDepth,
      chroma: first.chroma,
      color: first.color,
      alpha: null,
      work: tiles.map(({ work }) => work).reduce(addWork),
    };
  }

  #overlay(item: HeifItem, depth: number): Content {
    const inputs = this.#inputs(item);
    const { fill, offsets, ...size } = readOverlay(item.data(), inputs.length);
    const canvas = requireSize(size, `overlay ${item.id}`);
    const layers = inputs.map((input, index) => ({
      picture: this.describe(input, depth + 1),
      ...offsets[index]!,
    }));
    const first = layers[0]?.picture;
    if (!first) throw new EngineError('corrupt-file', `overlay ${item.id} has no layers`);
    return {
      source: item,
      layout: { kind: 'overlay', fill, layers },
      canvas,
      transforms: [],
      bitDepth: layers.reduce((max, { picture }) => Math.max(max, picture.bitDepth), 8),
      chroma: first.chroma,
      color: first.color,
      alpha: null,
      work: layers.map(({ picture }) => picture.work).reduce(addWork, workFor(canvas, 0)),
    };
  }

  #auxiliaries(item: HeifItem): { item: HeifItem; urn: string }[] {
    return [...new Set(this.#file.references.to('auxl', item.id))].flatMap((id) => {
      const auxiliary = this.#file.items.get(id);
      const urn = auxiliary && findProperty(auxiliary, 'auxiliary')?.urn;
      return urn === undefined ? [] : [{ item: auxiliary!, urn }];
    });
  }

  #alpha(item: HeifItem, master: Size, depth: number): Picture['alpha'] {
    const alpha = this.#auxiliaries(item).find(({ urn }) => alphaUrns.has(urn));
    if (!alpha) return null;
    return {
      picture: this.describe(alpha.item.id, depth + 1, master),
      premultiplied: this.#file.references.from('prem', item.id).includes(alpha.item.id),
    };
  }

  #finish(item: HeifItem, source: Content, depth: number): Picture {
    let size: Size = source.transforms.reduce(transformedSize, source.canvas);
    const own: Transform[] = [];
    for (const { property } of item.properties) {
      let transform: Transform | null = null;
      if (property.kind === 'rotation' && property.quarterTurns !== 0) {
        transform = { kind: 'rotate', quarterTurns: property.quarterTurns };
      } else if (property.kind === 'mirror') {
        transform = property;
      } else if (property.kind === 'crop') {
        transform = resolveCrop(property.aperture, size);
      }
      if (!transform) continue;
      own.push(transform);
      size = transformedSize(size, transform);
    }
    const transforms = [...source.transforms, ...own];
    const stated = readColor(item);
    const isAuxiliary = findProperty(item, 'auxiliary') !== null;
    const ownAlpha = isAuxiliary ? null : this.#alpha(item, source.canvas, depth);
    const work = ownAlpha ? addWork(source.work, ownAlpha.picture.work) : source.work;
    if (work.pixels > maxWorkPixels) {
      throw new EngineError('too-large', `item ${item.id} is made of ${work.pixels} pixels`);
    }
    if (work.bytes > this.#file.bytes.length + maxBytesPerPixel * work.pixels) {
      throw new EngineError('corrupt-file', `item ${item.id} uses the same data too often`);
    }
    return {
      item,
      source: source.source,
      layout: source.layout,
      canvas: source.canvas,
      transforms,
      placement: combineTransforms(source.canvas, transforms),
      width: size.width,
      height: size.height,
      bitDepth: source.bitDepth,
      chroma: source.chroma,
      color: stated.icc || stated.nclx ? stated : source.color,
      alpha: ownAlpha ?? (source.alpha && this.#alsoTransformed(source.alpha, own)),
      work,
    };
  }

  /** An identity's transforms also apply to its input's alpha. */
  #alsoTransformed(
    alpha: NonNullable<Picture['alpha']>,
    own: Transform[],
  ): NonNullable<Picture['alpha']> {
    if (own.some(({ kind }) => kind === 'crop')) {
      refuseHeif('cropped-alpha', 'a crop around a picture with alpha of its own');
    }
    const { picture } = alpha;
    const transforms = [...picture.transforms, ...own];
    const size = transforms.reduce(transformedSize, picture.canvas);
    const placement = combineTransforms(picture.canvas, transforms);
    return { ...alpha, picture: { ...picture, ...size, transforms, placement } };
  }
}

/** Pictures of a file share items, so they share descriptions. */
const describers = new WeakMap<HeifFile, Describer>();

/**
 * Describes how to decode a picture: its coded items, how they are combined, its transforms, color
 * and alpha. Decodes nothing. Throws `corrupt-file` for contradictions, `too-large` beyond the
 * limits, and `unsupported-feature` (with the feature's name) for unknown item types, essential
 * properties or codings. Source: ISO/IEC 23008-12.
 */
export function describePicture(file: HeifFile, item: HeifItem): Picture {
  const describer = describers.get(file) ?? new Describer(file);
  describers.set(file, describer);
  return describer.describe(item.id, 0);
}
