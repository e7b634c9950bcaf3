import type { Slice } from '../bytes/reader.ts';
import { sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes, readClippedBoxes, readVersionAndFlags } from './boxes.ts';
import { findHeifFormat, readBrands, type Brands } from './brands.ts';
import { type ByteRange, ItemData } from './item-data.ts';
import type { EntityGroup, ItemInfo, ItemLocation } from './items.ts';
import {
  readEntityGroups,
  readHandlerType,
  readItemInfos,
  readItemLocations,
  readPrimaryId,
} from './items.ts';
import type { AssociatedProperty } from './properties.ts';
import { readItemProperties } from './properties.ts';
import { ItemReferences, readItemReferences } from './references.ts';

/** An item of the file with its properties and, on demand, its bytes. */
export interface HeifItem extends ItemInfo {
  properties: readonly AssociatedProperty[];
  /** The item's bytes, see `ItemData`. */
  data(): Uint8Array;
  /** Number of bytes that `data` returns. */
  dataLength(): number;
  /** Where these bytes lie in the file. */
  ranges(): readonly ByteRange[];
}

/** The parsed container. Nothing is decoded; item data is read on demand. */
export interface HeifFile {
  bytes: Uint8Array;
  brands: Brands;
  /** By id, in file order. */
  items: ReadonlyMap<number, HeifItem>;
  primaryId: number | null;
  references: ItemReferences;
  groups: readonly EntityGroup[];
  /** Handler types of the tracks: `vide`, `pict` (an image sequence), `soun`, ... */
  tracks: readonly string[];
  /**
   * Whether this is a motion photo: its video is a track, in Samsung's `mpvd` box, or after the
   * boxes.
   */
  hasVideo: boolean;
  /** Content of the `mpvd` box. `null` without one. */
  videoBox: ByteRange | null;
}

interface MetaContents {
  infos: Map<number, ItemInfo>;
  locations: Map<number, ItemLocation>;
  properties: Map<number, AssociatedProperty[]>;
  references: ItemReferences;
  groups: EntityGroup[];
  primaryId: number | null;
  idat: ByteRange;
}

function readMeta(body: Slice): MetaContents {
  const meta: MetaContents = {
    infos: new Map(),
    locations: new Map(),
    properties: new Map(),
    references: new ItemReferences([]),
    groups: [],
    primaryId: null,
    idat: { start: 0, end: 0 },
  };
  readVersionAndFlags(body);
  for (const box of readBoxes(body)) {
    if (box.type === 'iinf') meta.infos = readItemInfos(box.body);
    else if (box.type === 'iloc') meta.locations = readItemLocations(box.body);
    else if (box.type === 'iprp') meta.properties = readItemProperties(box.body);
    else if (box.type === 'iref') meta.references = readItemReferences(box.body);
    else if (box.type === 'grpl') meta.groups = readEntityGroups(box.body);
    else if (box.type === 'pitm') meta.primaryId = readPrimaryId(box.body);
    else if (box.type === 'idat') {
      meta.idat = { start: box.body.position, end: box.body.end };
    }
  }
  return meta;
}

function readTrackTypes(moov: Slice): string[] {
  const types: string[] = [];
  for (const trak of readClippedBoxes(moov)) {
    if (trak.type !== 'trak') continue;
    for (const mdia of readClippedBoxes(trak.body)) {
      if (mdia.type !== 'mdia') continue;
      for (const hdlr of readClippedBoxes(mdia.body)) {
        if (hdlr.type === 'hdlr') types.push(readHandlerType(hdlr.body));
      }
    }
  }
  return types;
}

/**
 * Reads the container of a HEIF or AVIF file (ISO/IEC 23008-12). `null` for other files; throws
 * `corrupt-file` for a broken one. A file without a `meta` box (a bare image sequence) has no
 * items. Boxes bound all reads, and the file's size bounds memory.
 */
export function readHeif(bytes: Uint8Array): HeifFile | null {
  const brands = readBrands(bytes);
  if (!brands || findHeifFormat(brands) === null) return null;

  let meta: MetaContents | null = null;
  let tracks: string[] = [];
  let videoBox: ByteRange | null = null;
  for (const box of readClippedBoxes(sliceOf(bytes))) {
    if (box.type === 'meta' && !meta) meta = readMeta(box.body);
    else if (box.type === 'moov') tracks = readTrackTypes(box.body);
    else if (box.type === 'mpvd') videoBox = { start: box.body.position, end: box.body.end };
    else if (box.type === 'ftyp' && box.start > 0) {
      // A second file begins here: writers that are used to JPEG append a video that way.
      videoBox ??= { start: box.start, end: bytes.length };
      break;
    } else if (box.type === 'mini') {
      throw new EngineError('unsupported-feature', 'a low-overhead image file (mini box)', {
        feature: 'mini-box',
      });
    }
  }
  const hasVideo = videoBox !== null || tracks.includes('vide');
  if (!meta && tracks.length === 0) throw new EngineError('corrupt-file', 'no meta box');

  const items = new Map<number, HeifItem>();
  if (meta) {
    const data = new ItemData(bytes, meta.locations, meta.references, meta.idat);
    for (const info of meta.infos.values()) {
      items.set(info.id, {
        ...info,
        properties: meta.properties.get(info.id) ?? [],
        data: () => data.bytes(info.id),
        dataLength: () => data.length(info.id),
        ranges: () => data.ranges(info.id),
      });
    }
  }
  return {
    bytes,
    brands,
    items,
    primaryId: meta?.primaryId ?? null,
    references: meta?.references ?? new ItemReferences([]),
    groups: meta?.groups ?? [],
    tracks,
    hasVideo,
    videoBox,
  };
}

/** Whether the file has only an image sequence: tracks, and no primary item. */
export function isSequence({ items, primaryId, tracks }: HeifFile): boolean {
  return (items.size === 0 || primaryId === null) && tracks.length > 0;
}

/** The file's primary item. Throws `corrupt-file` when there is none. */
export function primaryItem(file: HeifFile): HeifItem {
  const item = file.primaryId === null ? undefined : file.items.get(file.primaryId);
  if (!item) throw new EngineError('corrupt-file', 'the file names no primary picture');
  return item;
}

/** A copy of the file with another primary item. Throws `corrupt-file` when it has none so far. */
export function withPrimary(
  bytes: Uint8Array<ArrayBuffer>,
  itemId: number,
): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const box of readClippedBoxes(sliceOf(copy))) {
    if (box.type !== 'meta') continue;
    readVersionAndFlags(box.body);
    for (const { type, body } of readBoxes(box.body)) {
      if (type !== 'pitm') continue;
      const { version } = readVersionAndFlags(body);
      if (version === 0) view.setUint16(body.position, itemId);
      else view.setUint32(body.position, itemId);
      return copy;
    }
  }
  throw new EngineError('corrupt-file', 'the file names no primary picture');
}
