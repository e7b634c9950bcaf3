import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import { limits } from '../options.ts';
import { describeCoding, findProperty, refuseHeif } from './coding.ts';
import { addWork, requireBounded, workFor } from './decoding-work.ts';
import { readGrid, readOverlay } from './derivations.ts';
import type { HeifFile, HeifItem } from './file.ts';
import { requireUnderstood } from './item-types.ts';
import type { Picture } from './picture.ts';
import { type Transform, combineTransforms, resolveCrop, transformedSize } from './transforms.ts';

const alphaUrns = new Set([
  'urn:mpeg:hevc:2015:auxid:1',
  'urn:mpeg:avc:2015:auxid:1',
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha',
]);

/** In practice, derivations nest two deep. */
const maxDepth = 8;

function requireSize(size: Size, what: string): Size {
  const { width, height } = size;
  if (width < 1 || height < 1) throw new EngineError('corrupt-file', `${what} has no size`);
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new EngineError('too-large', `${what} is ${width}x${height}`);
  }
  return { width, height };
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
    requireBounded(work, item, this.#file.bytes.length);
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
