import { EngineError } from '../errors.ts';
import type { ItemLocation } from './items.ts';
import type { ItemReferences } from './references.ts';

/** A range of file offsets; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** In practice, items built from other items nest one deep. */
const maxNesting = 8;

/**
 * Most pieces of other items to visit while building all items of a file. Only a damaged file
 * exceeds it, with items built from pieces of items that are themselves built that way, and so on.
 */
const maxSteps = 1_000_000;

function lengthOf(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Finds the data of items (ISO/IEC 14496-12, 8.11.3). Construction methods 0 (the file), 1 (the
 * `idat` box) and 2 (other items) all resolve to ranges of the file.
 */
export class ItemData {
  readonly #file: Uint8Array;
  readonly #locations: ReadonlyMap<number, ItemLocation>;
  readonly #references: ItemReferences;
  readonly #idat: ByteRange;
  readonly #known = new Map<number, readonly ByteRange[]>();
  readonly #copies = new Map<number, Uint8Array>();
  #copied = 0;
  #steps = 0;

  constructor(
    file: Uint8Array,
    locations: ReadonlyMap<number, ItemLocation>,
    references: ItemReferences,
    idat: ByteRange,
  ) {
    this.#file = file;
    this.#locations = locations;
    this.#references = references;
    this.#idat = idat;
  }

  /** The file ranges of the item's data, in order. Throws as `bytes` does. */
  ranges(id: number): readonly ByteRange[] {
    return this.#find(id, 0);
  }

  /** Size of the item's data in bytes. Throws as `bytes` does. */
  length(id: number): number {
    return lengthOf(this.ranges(id));
  }

  /**
   * A view of the file if the item is contiguous, otherwise a copy, made once. Throws
   * `corrupt-file` when an extent lies outside its source, the item is bigger than the file, or
   * items overlap so much that their copies are. Throws `unsupported-feature` when the data is in
   * another file.
   */
  bytes(id: number): Uint8Array {
    const ranges = this.ranges(id);
    if (ranges.length === 1) return this.#file.subarray(ranges[0]!.start, ranges[0]!.end);
    const copy = this.#copies.get(id) ?? this.#copy(id, ranges);
    this.#copies.set(id, copy);
    return copy;
  }

  #copy(id: number, ranges: readonly ByteRange[]): Uint8Array {
    const length = lengthOf(ranges);
    this.#copied += length;
    // Allows one copy for items stored in the file and one for items built from them.
    if (this.#copied > 2 * this.#file.length) {
      throw new EngineError('corrupt-file', `item ${id} lies where many others do`);
    }
    const joined = new Uint8Array(length);
    let position = 0;
    for (const { start, end } of ranges) {
      joined.set(this.#file.subarray(start, end), position);
      position += end - start;
    }
    return joined;
  }

  #find(id: number, depth: number): readonly ByteRange[] {
    const known = this.#known.get(id);
    if (known) return known;
    const location = this.#locations.get(id);
    if (!location) throw new EngineError('corrupt-file', `item ${id} has no location`);
    if (location.dataReference !== 0) {
      throw new EngineError('unsupported-feature', `item ${id} lies in another file`, {
        feature: 'external-data',
      });
    }
    if (depth > maxNesting) {
      throw new EngineError('corrupt-file', `item ${id} is built from itself`);
    }
    const ranges: ByteRange[] = [];
    let total = 0;
    for (const { offset, length, index } of location.extents) {
      const source = this.#sourceOf(id, location, index, depth);
      const end = length === null ? lengthOf(source) : offset + length;
      total += this.#cut(source, offset, end, ranges, id);
      // Overlapping extents could otherwise add up to any size.
      if (total > this.#file.length) {
        throw new EngineError('corrupt-file', `item ${id} is bigger than the file`);
      }
    }
    this.#known.set(id, ranges);
    return ranges;
  }

  #sourceOf(
    id: number,
    { source }: ItemLocation,
    index: number,
    depth: number,
  ): readonly ByteRange[] {
    if (source === 'file') return [{ start: 0, end: this.#file.length }];
    if (source === 'idat') return [this.#idat];
    // extent_index counts the item's `iloc` references from 1; 0 means 1.
    const target = this.#references.from('iloc', id)[Math.max(index, 1) - 1];
    if (target === undefined) {
      throw new EngineError('corrupt-file', `item ${id} is built from an item that is not named`);
    }
    return this.#find(target, depth + 1);
  }

  /** Appends the part from `from` to `to` (exclusive) of `source` to `into`. Returns its size. */
  #cut(
    source: readonly ByteRange[],
    from: number,
    to: number,
    into: ByteRange[],
    id: number,
  ): number {
    let position = 0;
    for (const { start, end } of source) {
      if (++this.#steps > maxSteps) {
        throw new EngineError('corrupt-file', `item ${id} is built from too many pieces`);
      }
      const first = start + Math.max(from - position, 0);
      const last = Math.min(end, start + to - position);
      if (first < last) into.push({ start: first, end: last });
      position += end - start;
      if (position >= to) break;
    }
    if (from > to || to > position) {
      throw new EngineError('corrupt-file', `data of item ${id} lies outside the file`);
    }
    return to - from;
  }
}
