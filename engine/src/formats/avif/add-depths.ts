import { joinBytes } from '../../bytes/join.ts';
import {
  readBytes,
  readU16,
  readU32,
  readU8,
  readUint,
  remaining,
  type Slice,
  sliceOf,
} from '../../bytes/reader.ts';
import { type Box, readBoxes, readVersionAndFlags } from '../../heif/boxes.ts';
import type { HeifFile } from '../../heif/file.ts';
import { describePicture } from '../../heif/pictures.ts';
import { bytesOfNumber, writeBox } from '../../heif/write-box.ts';

/** Item types that libavif decodes, and asks for `pixi` boxes of. */
const decodedTypes = new Set(['av01', 'grid']);

const maxAssociations = 255;

/** ISO/IEC 23008-12, 6.5.6: version and flags, then the depth of each channel. */
function pixi(bitDepth: number, channels: number): Uint8Array {
  return writeBox(
    'pixi',
    bytesOfNumber(0, 4),
    Uint8Array.of(channels, ...Array(channels).fill(bitDepth)),
  );
}

/** The boxes of a slice with all their bytes. */
function* wholeBoxes(slice: Slice): Generator<Box & { whole: Uint8Array }> {
  let start = slice.position;
  for (const each of readBoxes(slice)) {
    yield { ...each, whole: slice.bytes.subarray(start, each.body.end) };
    start = each.body.end;
  }
}

/** The `pixi` box that each item lacks, as its decoder's configuration has it. */
function missingDepths(file: HeifFile): Map<number, Uint8Array> {
  const missing = new Map<number, Uint8Array>();
  for (const item of file.items.values()) {
    if (!decodedTypes.has(item.type)) continue;
    if (item.properties.some(({ property }) => property.kind === 'pixel-depths')) continue;
    try {
      const { bitDepth, chroma } = describePicture(file, item);
      missing.set(item.id, pixi(bitDepth, chroma === '4:0:0' ? 1 : 3));
    } catch {
      // An item that cannot be described is not decoded either.
    }
  }
  return missing;
}

/** `ipma` (ISO/IEC 23008-12, 9.3) with a further property for some items, all indices 15 bits wide. */
function withAssociations(body: Slice, further: ReadonlyMap<number, number>): Uint8Array {
  const { version, flags } = readVersionAndFlags(body);
  const idBytes = version < 1 ? 2 : 4;
  const isWide = (flags & 1) !== 0;
  const entries = readU32(body);
  const parts = [bytesOfNumber(version, 1), bytesOfNumber(flags | 1, 3), bytesOfNumber(entries, 4)];
  for (let entry = 0; entry < entries; entry++) {
    const id = readUint(body, idBytes);
    const associations = Array.from({ length: readU8(body) }, () => {
      if (isWide) return readU16(body);
      const narrow = readU8(body);
      return ((narrow & 0x80) << 8) | (narrow & 0x7f);
    });
    const added = further.get(id);
    if (added !== undefined && associations.length < maxAssociations) associations.push(added);
    const indices = associations.map((each) => bytesOfNumber(each, 2));
    parts.push(bytesOfNumber(id, idBytes), bytesOfNumber(associations.length, 1), ...indices);
  }
  return writeBox('ipma', ...parts);
}

/** `iprp` with further properties behind those that are listed. */
function withProperties(body: Slice, further: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const indices = new Map<number, number>();
  const parts: Uint8Array[] = [];
  for (const { type, body: content, whole } of wholeBoxes(body)) {
    if (type === 'ipco') {
      let count = [...readBoxes(sliceOf(content.bytes, content.position, content.end))].length;
      for (const id of further.keys()) indices.set(id, ++count);
      parts.push(writeBox(type, readBytes(content, remaining(content)), ...further.values()));
    } else if (type === 'ipma') parts.push(withAssociations(content, indices));
    else parts.push(whole);
  }
  return writeBox('iprp', ...parts);
}

/**
 * Old writers leave `pixi` boxes away, which AVIF asks for and libavif insists on. The file, or a copy
 * with those that its items lack: its `meta` box is replaced by one behind all others, so that what it
 * says about places in the file holds.
 *
 * @param file What the container says.
 * @param bytes The container, or a copy that names another primary picture.
 */
export function addMissingDepths(
  file: HeifFile,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const missing = missingDepths(file);
  if (missing.size === 0) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  let meta: Uint8Array | null = null;
  let start = 0;
  for (const { type, body } of readBoxes(sliceOf(bytes), true)) {
    // Nothing can come behind a box that reaches to the end of the file, whatever that is.
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
