import type { Slice } from '../bytes/reader.ts';
import { readU16, readUint } from '../bytes/reader.ts';
import { readBoxes, readVersionAndFlags } from './boxes.ts';

/** A reference of `iref` (ISO/IEC 14496-12, 8.11.12). The order of the items it names matters. */
export interface ItemReference {
  type: string;
  from: number;
  to: number[];
}

function append(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A file's item references, searchable in both directions. */
export class ItemReferences {
  readonly #from = new Map<string, number[]>();
  readonly #to = new Map<string, number[]>();

  constructor(references: ItemReference[]) {
    for (const { type, from, to } of references) {
      for (const target of to) {
        append(this.#from, `${type}:${from}`, target);
        append(this.#to, `${type}:${target}`, from);
      }
    }
  }

  /** The items that `id` refers to, for example the tiles (`dimg`) of a grid in row order. */
  from(type: string, id: number): readonly number[] {
    return this.#from.get(`${type}:${id}`) ?? [];
  }

  /** The items that refer to `id`, for example the metadata (`cdsc`) that describes it. */
  to(type: string, id: number): readonly number[] {
    return this.#to.get(`${type}:${id}`) ?? [];
  }
}

/** Reads an `iref` box of version 0 or 1. */
export function readItemReferences(body: Slice): ItemReferences {
  const { version } = readVersionAndFlags(body);
  const idBytes = version === 0 ? 2 : 4;
  const references: ItemReference[] = [];
  for (const box of readBoxes(body)) {
    const from = readUint(box.body, idBytes);
    const count = readU16(box.body);
    const to: number[] = [];
    for (let i = 0; i < count; i++) to.push(readUint(box.body, idBytes));
    references.push({ type: box.type, from, to });
  }
  return new ItemReferences(references);
}
