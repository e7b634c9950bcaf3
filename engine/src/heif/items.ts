import type { Slice } from '../bytes/reader.ts';
import { readCString, readFourCC, readU16, readU32, readUint, remaining } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes, readVersionAndFlags } from './boxes.ts';

/** One entry of `iinf` (ISO/IEC 14496-12, 8.11.6). */
export interface ItemInfo {
  id: number;
  /** `hvc1`, `grid`, `Exif`, `mime` and so on. */
  type: string;
  /** Not to be shown on its own, for example a tile. */
  hidden: boolean;
  name: string;
  /** MIME type. Set only for items of type `mime`. */
  contentType: string;
  contentEncoding: string;
  /** Index into `ipro` plus 1; 0 means unprotected. */
  protection: number;
}

/** Where extents are counted from: the file, the `idat` box, or another item. */
type ItemSource = 'file' | 'idat' | 'item';

export interface ItemLocation {
  source: ItemSource;
  /** Nonzero when the data is in another file. */
  dataReference: number;
  /** A `length` of `null` means up to the end of the source. */
  extents: { offset: number; length: number | null; index: number }[];
}

function readInfoEntry(body: Slice): ItemInfo | null {
  const { version, flags } = readVersionAndFlags(body);
  // Versions 0 and 1 predate item types and are not used by HEIF (ISO/IEC 23008-12, 10.2).
  if (version < 2) return null;
  const id = readUint(body, version === 2 ? 2 : 4);
  const protection = readU16(body);
  const type = readFourCC(body);
  const info: ItemInfo = {
    id,
    type,
    hidden: (flags & 1) !== 0,
    name: readCString(body),
    contentType: '',
    contentEncoding: '',
    protection,
  };
  if (type === 'mime') {
    info.contentType = readCString(body);
    if (remaining(body) > 0) info.contentEncoding = readCString(body);
  } else if (type === 'uri ') {
    info.contentType = readCString(body);
  }
  return info;
}

/** Reads an `iinf` box. For duplicate ids the first entry wins. */
export function readItemInfos(body: Slice): Map<number, ItemInfo> {
  const { version } = readVersionAndFlags(body);
  readUint(body, version === 0 ? 2 : 4);
  const infos = new Map<number, ItemInfo>();
  for (const box of readBoxes(body)) {
    if (box.type !== 'infe') continue;
    const info = readInfoEntry(box.body);
    if (info && !infos.has(info.id)) infos.set(info.id, info);
  }
  return infos;
}

const sources: readonly (ItemSource | undefined)[] = ['file', 'idat', 'item'];

/** Reads an `iloc` box of version 0, 1 or 2 (ISO/IEC 14496-12, 8.11.3). */
export function readItemLocations(body: Slice): Map<number, ItemLocation> {
  const { version } = readVersionAndFlags(body);
  if (version > 2) throw new EngineError('corrupt-file', `iloc of version ${version}`);
  const sizes = readU16(body);
  const offsetSize = sizes >> 12;
  const lengthSize = (sizes >> 8) & 15;
  const baseOffsetSize = (sizes >> 4) & 15;
  const indexSize = version === 0 ? 0 : sizes & 15;
  for (const size of [offsetSize, lengthSize, baseOffsetSize, indexSize]) {
    if (size > 8) throw new EngineError('corrupt-file', `iloc with fields of ${size} bytes`);
  }
  const itemCount = readUint(body, version < 2 ? 2 : 4);
  const locations = new Map<number, ItemLocation>();
  for (let item = 0; item < itemCount; item++) {
    const id = readUint(body, version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : readU16(body) & 15;
    const source = sources[method];
    if (!source) throw new EngineError('corrupt-file', `item ${id} is built by method ${method}`);
    const dataReference = readU16(body);
    const base = readUint(body, baseOffsetSize);
    const extentCount = readU16(body);
    // Otherwise a short box could claim millions of extents that take up no bytes.
    if (extentCount > 1 && offsetSize + lengthSize + indexSize === 0) {
      throw new EngineError('corrupt-file', `item ${id} has ${extentCount} extents of no size`);
    }
    const extents: ItemLocation['extents'] = [];
    for (let extent = 0; extent < extentCount; extent++) {
      const index = readUint(body, indexSize);
      const offset = base + readUint(body, offsetSize);
      const length = lengthSize === 0 ? null : readUint(body, lengthSize);
      extents.push({ offset, length, index });
    }
    if (!locations.has(id)) locations.set(id, { source, dataReference, extents });
  }
  return locations;
}

/** Reads a `pitm` box: the id of the primary item. */
export function readPrimaryId(body: Slice): number {
  const { version } = readVersionAndFlags(body);
  return version === 0 ? readU16(body) : readU32(body);
}

/** An entity group of `grpl`, such as `altr` (alternatives) or `ster` (a stereo pair). */
export interface EntityGroup {
  type: string;
  id: number;
  /** Item ids, or track ids. */
  entities: number[];
}

/** Reads a `grpl` box (ISO/IEC 14496-12, 8.18). */
export function readEntityGroups(body: Slice): EntityGroup[] {
  const groups: EntityGroup[] = [];
  for (const box of readBoxes(body)) {
    readVersionAndFlags(box.body);
    const id = readU32(box.body);
    const count = readU32(box.body);
    const entities: number[] = [];
    for (let i = 0; i < count; i++) entities.push(readU32(box.body));
    groups.push({ type: box.type, id, entities });
  }
  return groups;
}

/** What a track holds, from its `hdlr` (ISO/IEC 14496-12, 8.4.3), such as `vide`, `pict` or `soun`. */
export function readHandlerType(body: Slice): string {
  readVersionAndFlags(body);
  readU32(body);
  return readFourCC(body);
}
