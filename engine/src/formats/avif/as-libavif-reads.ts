import { bytesOfNumber, bytesOfU16, bytesOfU32 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';
import {
  readBytes,
  readU16,
  readU32,
  readU8,
  readUint,
  remaining,
  skip,
  type Slice,
  sliceOf,
} from '../../bytes/reader.ts';
import { orNull } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { type Box, readBoxes, readClippedBoxes, readVersionAndFlags } from '../../heif/boxes.ts';
import { findProperty } from '../../heif/coding.ts';
import type { HeifFile } from '../../heif/file.ts';
import { describePicture } from '../../heif/describe-picture.ts';
import type { Picture } from '../../heif/picture.ts';
import { writeBox } from '../../heif/write-box.ts';

/** Item types that libavif decodes. It requires a `pixi` box for them. */
const decodedTypes = new Set(['av01', 'grid']);

const maxAssociations = 255;

/** A `pixi` box (ISO/IEC 23008-12, 6.5.6): version and flags, then the depth of each channel. */
function pixi(bitDepth: number, channels: number): Uint8Array {
  return writeBox(
    'pixi',
    bytesOfU32(0),
    Uint8Array.of(channels, ...Array(channels).fill(bitDepth)),
  );
}

/** The boxes of a slice, each with its complete bytes. */
function* wholeBoxes(slice: Slice): Generator<Box & { whole: Uint8Array }> {
  let start = slice.position;
  for (const each of readBoxes(slice)) {
    yield { ...each, whole: slice.bytes.subarray(start, each.body.end) };
    start = each.body.end;
  }
}

/** An `ispe` box (ISO/IEC 23008-12, 6.5.3): version and flags, then the size. */
function ispe({ width, height }: Size): Uint8Array {
  return writeBox('ispe', bytesOfU32(0, width, height));
}

/** A property that an item lacks. */
interface Missing {
  id: number;
  property: Uint8Array;
}

/** The missing `pixi` box of an item, with the depth from its decoder configuration, and `ispe` box. */
function missingOf({ item, bitDepth, chroma, canvas }: Picture): Missing[] {
  const missing: Missing[] = [];
  if (!findProperty(item, 'pixel-depths'))
    missing.push({ id: item.id, property: pixi(bitDepth, chroma === '4:0:0' ? 1 : 3) });
  if (!findProperty(item, 'size')) missing.push({ id: item.id, property: ispe(canvas) });
  return missing;
}

/** What the file's items lack. An item that cannot be described is never decoded. */
function findMissing(file: HeifFile): Missing[] {
  return [...file.items.values()].flatMap((item) => {
    if (!decodedTypes.has(item.type)) return [];
    const picture = orNull(() => describePicture(file, item));
    return picture ? missingOf(picture) : [];
  });
}

/**
 * Adds the entries of an `ipma` box (ISO/IEC 23008-12, 9.3) to each item's properties: 15 bits of
 * index after the bit for essential ones.
 */
function addAssociations(associations: Map<number, number[]>, body: Slice): void {
  const { version, flags } = readVersionAndFlags(body);
  const isWide = (flags & 1) !== 0;
  const entries = readU32(body);
  for (let entry = 0; entry < entries; entry++) {
    const id = readUint(body, version < 1 ? 2 : 4);
    const own = associations.get(id) ?? [];
    associations.set(id, own);
    for (let left = readU8(body); left > 0; left--) {
      const index = isWide ? readU16(body) : readU8(body);
      own.push(isWide ? index : ((index & 0x80) << 8) | (index & 0x7f));
    }
  }
}

/** Writes one `ipma` box with items in ascending order, as libavif requires. */
function writeAssociations(associations: ReadonlyMap<number, readonly number[]>): Uint8Array {
  const entries = [...associations]
    .sort(([a], [b]) => a - b)
    .map(([id, all]) => {
      const indices = all.slice(0, maxAssociations);
      const count = bytesOfNumber(indices.length, 1);
      return joinBytes([bytesOfU32(id), count, bytesOfU16(...indices)]);
    });
  const head = [bytesOfNumber(1, 1), bytesOfNumber(1, 3), bytesOfU32(entries.length)];
  return writeBox('ipma', ...head, ...entries);
}

/** Writes `iprp` with additional properties after the existing ones, and one `ipma` box. */
function withProperties(body: Slice, further: readonly Missing[]): Uint8Array {
  const associations = new Map<number, number[]>();
  const parts: Uint8Array[] = [];
  let count = 0;
  for (const { type, body: content, whole } of wholeBoxes(body)) {
    if (type === 'ipco') {
      count = [...readBoxes(sliceOf(content.bytes, content.position, content.end))].length;
      const added = further.map(({ property }) => property);
      parts.push(writeBox(type, readBytes(content, remaining(content)), ...added));
    } else if (type === 'ipma') addAssociations(associations, content);
    else parts.push(whole);
  }
  for (const { id } of further) {
    count++;
    associations.get(id)?.push(count);
  }
  return writeBox('iprp', ...parts, writeAssociations(associations));
}

/** Whether there are several `ipma` boxes: some writers made one per item. */
function hasSeveralAssociations(bytes: Uint8Array): boolean {
  let count = 0;
  for (const { type, body } of readClippedBoxes(sliceOf(bytes))) {
    if (type !== 'meta') continue;
    skip(body, 4);
    for (const child of readBoxes(body)) {
      if (child.type !== 'iprp') continue;
      for (const inner of readBoxes(child.body)) if (inner.type === 'ipma') count++;
    }
    break;
  }
  return count > 1;
}

/**
 * Old writers omit `pixi` boxes, which AVIF requires, the `ispe` box of alpha, or write an `ipma`
 * box per item. libavif refuses all of them. Returns the file itself, or a copy with the missing boxes and a single `ipma` box.
 * In the copy, a new `meta` box after all others replaces the old one, so file offsets in it remain
 * valid.
 *
 * @param file The parsed container.
 * @param bytes The container, or a copy that names another primary picture.
 */
export function asLibavifReads(
  file: HeifFile,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const missing = findMissing(file);
  if (missing.length === 0 && !hasSeveralAssociations(bytes)) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  let meta: Uint8Array | null = null;
  let start = 0;
  for (const { type, body } of readClippedBoxes(sliceOf(bytes))) {
    // Gives a box that reaches to the end of the file its real size, so that another can follow.
    if (view.getUint32(start) === 0) view.setUint32(start, body.end - start);
    if (type === 'meta' && !meta) {
      const parts = [readBytes(body, 4)];
      for (const child of wholeBoxes(body)) {
        parts.push(child.type === 'iprp' ? withProperties(child.body, missing) : child.whole);
      }
      meta = writeBox('meta', ...parts);
      copy.set(new TextEncoder().encode('free'), start + 4);
    }
    start = body.end;
  }
  return meta ? joinBytes([copy.subarray(0, start), meta]) : bytes;
}
