/**
 * A second, deliberately separate reader of HEIF items. The corpus suite assembles its reference
 * pictures with it, so that a mistake in the engine's own reader cannot hide behind itself.
 * It trusts its input: it is for test files, not for visitors' files. Sections are those of
 * ISO/IEC 14496-12 (boxes, iloc, iinf, iref) and ISO/IEC 23008-12 (properties, derived items).
 */

export interface Box {
  type: string;
  /** Offset of the box's content, after its header. */
  start: number;
  end: number;
}

export interface Property {
  type: string;
  content: Uint8Array;
  essential: boolean;
}

export interface Item {
  id: number;
  type: string;
  hidden: boolean;
  properties: Property[];
  data: Uint8Array;
}

export interface HeifFile {
  brands: string[];
  primary: number;
  items: Map<number, Item>;
  /** References in file order: from one item to others. */
  references: { type: string; from: number; to: number[] }[];
}

const decoder = new TextDecoder('latin1');

export class ByteView {
  readonly bytes: Uint8Array;
  #view: DataView;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
  }
  u8(): number {
    return this.#view.getUint8(this.position++);
  }
  u16(): number {
    this.position += 2;
    return this.#view.getUint16(this.position - 2);
  }
  u32(): number {
    this.position += 4;
    return this.#view.getUint32(this.position - 4);
  }
  i32(): number {
    return this.u32() | 0;
  }
  /** A big-endian number of 0, 2, 4 or 8 bytes. */
  sized(size: number): number {
    if (size === 0) return 0;
    if (size === 2) return this.u16();
    if (size === 4) return this.u32();
    const high = this.u32();
    return high * 2 ** 32 + this.u32();
  }
  fourCC(): string {
    this.position += 4;
    return decoder.decode(this.bytes.subarray(this.position - 4, this.position));
  }
}

export function readBoxes(bytes: Uint8Array, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const view = new ByteView(bytes, at);
    let size = view.u32();
    const type = view.fourCC();
    if (size === 1) size = view.sized(8);
    if (size === 0) size = end - at;
    if (size < 8 || at + size > end) break;
    boxes.push({ type, start: view.position, end: at + size });
    at += size;
  }
  return boxes;
}

function childOf(bytes: Uint8Array, parent: Box, type: string, headerBytes = 0): Box | undefined {
  return readBoxes(bytes, parent.start + headerBytes, parent.end).find((box) => box.type === type);
}

/** Reads version and flags of a full box; the view stands behind them. */
function fullBox(bytes: Uint8Array, box: Box): { view: ByteView; version: number; flags: number } {
  const view = new ByteView(bytes, box.start);
  const word = view.u32();
  return { view, version: word >>> 24, flags: word & 0xffffff };
}

function readItemInfos(bytes: Uint8Array, meta: Box, items: Map<number, Item>): void {
  const iinf = childOf(bytes, meta, 'iinf', 4);
  if (!iinf) return;
  const { view, version } = fullBox(bytes, iinf);
  const counted = version === 0 ? 2 : 4;
  view.sized(counted);
  for (const box of readBoxes(bytes, view.position, iinf.end)) {
    const entry = fullBox(bytes, box);
    if (entry.version < 2) continue;
    const id = entry.version === 2 ? entry.view.u16() : entry.view.u32();
    entry.view.u16();
    const type = entry.view.fourCC();
    const hidden = (entry.flags & 1) === 1;
    items.set(id, { id, type, hidden, properties: [], data: new Uint8Array() });
  }
}

function readLocations(bytes: Uint8Array, meta: Box, items: Map<number, Item>): void {
  const iloc = childOf(bytes, meta, 'iloc', 4);
  if (!iloc) return;
  const idat = childOf(bytes, meta, 'idat', 4);
  const { view, version } = fullBox(bytes, iloc);
  const sizes = view.u16();
  const offsetSize = sizes >> 12;
  const lengthSize = (sizes >> 8) & 15;
  const baseSize = (sizes >> 4) & 15;
  const indexSize = version === 0 ? 0 : sizes & 15;
  const late: (() => void)[] = [];
  const count = version < 2 ? view.u16() : view.u32();
  for (let i = 0; i < count; i++) {
    const id = version < 2 ? view.u16() : view.u32();
    const method = version === 0 ? 0 : view.u16() & 15;
    view.u16();
    const base = view.sized(baseSize);
    const extents: { index: number; offset: number; length: number }[] = [];
    const extentCount = view.u16();
    for (let n = 0; n < extentCount; n++) {
      const index = view.sized(indexSize);
      const offset = base + view.sized(offsetSize);
      extents.push({ index, offset, length: view.sized(lengthSize) });
    }
    const item = items.get(id);
    if (!item) continue;
    const take = (source: Uint8Array): void => {
      const parts = extents.map(({ offset, length }) =>
        source.subarray(offset, length === 0 ? source.length : offset + length),
      );
      item.data = joinBytes(parts);
    };
    if (method === 0) take(bytes);
    else if (method === 1 && idat) take(bytes.subarray(idat.start, idat.end));
    else if (method === 2) late.push(() => takeFromItems(id, extents));
  }
  // Construction method 2 points into other items, named by `iloc` references in extent order.
  function takeFromItems(id: number, extents: { index: number; offset: number; length: number }[]) {
    const sources = readReferences(bytes, meta).find((r) => r.type === 'iloc' && r.from === id)?.to;
    const item = items.get(id);
    if (!sources || !item) return;
    item.data = joinBytes(
      extents.map(({ index, offset, length }) => {
        const source = items.get(sources[Math.max(0, index - 1)] ?? 0)?.data ?? new Uint8Array();
        return source.subarray(offset, length === 0 ? source.length : offset + length);
      }),
    );
  }
  for (const run of late) run();
}

function readReferences(bytes: Uint8Array, meta: Box): HeifFile['references'] {
  const iref = childOf(bytes, meta, 'iref', 4);
  if (!iref) return [];
  const { view, version } = fullBox(bytes, iref);
  const size = version === 0 ? 2 : 4;
  return readBoxes(bytes, view.position, iref.end).map((box) => {
    const entry = new ByteView(bytes, box.start);
    const from = entry.sized(size);
    const to = Array.from({ length: entry.u16() }, () => entry.sized(size));
    return { type: box.type, from, to };
  });
}

function readProperties(bytes: Uint8Array, meta: Box, items: Map<number, Item>): void {
  const iprp = childOf(bytes, meta, 'iprp', 4);
  const ipco = iprp && childOf(bytes, iprp, 'ipco');
  if (!iprp || !ipco) return;
  const properties = readBoxes(bytes, ipco.start, ipco.end);
  for (const ipma of readBoxes(bytes, iprp.start, iprp.end).filter((b) => b.type === 'ipma')) {
    const { view, version, flags } = fullBox(bytes, ipma);
    const count = view.u32();
    for (let i = 0; i < count; i++) {
      const id = version < 1 ? view.u16() : view.u32();
      const associations = view.u8();
      for (let n = 0; n < associations; n++) {
        const wide = (flags & 1) === 1;
        const value = wide ? view.u16() : view.u8();
        const essential = value >> (wide ? 15 : 7) === 1;
        const box = properties[(value & (wide ? 0x7fff : 0x7f)) - 1];
        if (!box) continue;
        const content = bytes.subarray(box.start, box.end);
        items.get(id)?.properties.push({ type: box.type, content, essential });
      }
    }
  }
}

/** The items of a file with a file-level `meta` box; null when it has none. */
export function readHeifItems(bytes: Uint8Array): HeifFile | null {
  const boxes = readBoxes(bytes);
  const meta = boxes.find((box) => box.type === 'meta');
  const ftyp = boxes.find((box) => box.type === 'ftyp');
  if (!meta || !ftyp) return null;
  const brands: string[] = [];
  for (let at = ftyp.start; at + 4 <= ftyp.end; at += 4) {
    if (at !== ftyp.start + 4) brands.push(decoder.decode(bytes.subarray(at, at + 4)));
  }
  const items = new Map<number, Item>();
  readItemInfos(bytes, meta, items);
  readLocations(bytes, meta, items);
  readProperties(bytes, meta, items);
  const pitm = childOf(bytes, meta, 'pitm', 4);
  if (!pitm) return null;
  const { view, version } = fullBox(bytes, pitm);
  const primary = version === 0 ? view.u16() : view.u32();
  return { brands, primary, items, references: readReferences(bytes, meta) };
}

export function joinBytes(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether the primary picture itself has a profile or XMP: files hold those of other items as well. */
export function primaryCarries(file: HeifFile): { icc: boolean; xmp: boolean } {
  const inputs = file.references.filter((r) => r.type === 'dimg' && r.from === file.primary);
  const ids = [file.primary, ...inputs.flatMap(({ to }) => to)];
  const isProfile = ({ type, content }: Property) =>
    type === 'colr' && ['prof', 'rICC'].includes(decoder.decode(content.subarray(0, 4)));
  const describes = file.references.filter((r) => r.type === 'cdsc' && r.to.includes(file.primary));
  return {
    icc: ids.some((id) => file.items.get(id)?.properties.some(isProfile)),
    xmp: describes.some(({ from }) => file.items.get(from)?.type === 'mime'),
  };
}
