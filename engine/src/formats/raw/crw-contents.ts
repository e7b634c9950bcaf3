import { textAt } from '../../bytes/file-parts.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { orNull } from '../../errors.ts';
import type { Directory, Field, TiffFile } from '../tiff/directories.ts';
import { writeExifBlock } from '../tiff/exif-block.ts';
import { orientationOf, rangeOf, requireInside, type RawContents } from './contents.ts';

/** Bits of an entry's tag: where its value is, and whether that is a heap. */
const [placeBits, inEntry, kindBits] = [0xc000, 0x4000, 0x3800];
const heapKinds: ReadonlySet<number> = new Set([0x2800, 0x3000]);

const tags = { makeAndModel: 0x80a, imageSpec: 0x1810, takenAt: 0x180e, jpegs: [0x2007, 0x2008] };

const entryBytes = 10;

/** A camera's file has about ten heaps, nested up to four deep, and a hundred entries. */
const maxDepth = 5;
const maxEntries = 2000;

const text = 2;

/** Limit for the two names, which have 32 bytes. */
const maxNames = 256;

/** Position of a value in the file. */
interface Value {
  at: number;
  size: number;
}

interface Heap {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView;
  onRead: OnRead;
  /** Values by tag, of all heaps together. The first one of a tag wins. */
  values: Map<number, Value>;
  left: number;
}

/** Reads a heap: its values, then their directory, and at its end the directory's offset. */
function readHeap(heap: Heap, start: number, end: number, depth: number): void {
  const { bytes, view, values, onRead } = heap;
  requireInside(bytes, end - 4, 4, onRead);
  const directory = start + view.getUint32(end - 4, true);
  requireInside(bytes, directory, 2, onRead);
  const count = Math.min(view.getUint16(directory, true), heap.left);
  heap.left -= count;
  requireInside(bytes, directory + 2, count * entryBytes, onRead);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * entryBytes;
    const number = view.getUint16(at, true);
    const isInEntry = (number & placeBits) === inEntry;
    const tag = number & ~placeBits;
    const value = isInEntry
      ? { at: at + 2, size: 8 }
      : { at: start + view.getUint32(at + 6, true), size: view.getUint32(at + 2, true) };
    if (!isInEntry && heapKinds.has(tag & kindBits)) {
      if (depth < maxDepth)
        orNull(() => readHeap(heap, value.at, value.at + value.size, depth + 1));
    } else if (!values.has(tag)) values.set(tag, value);
  }
}

/** A complete value, if the file holds all of it. */
function find({ bytes, values, onRead }: Heap, tag: number, leastSize: number): Value | null {
  const value = values.get(tag);
  if (!value || value.size < leastSize) return null;
  return orNull(() => {
    requireInside(bytes, value.at, value.size, onRead);
    return value;
  });
}

const textField = (at: number, size: number): Field => ({ type: text, count: size, at, size });

const placed = (bytes: Uint8Array<ArrayBuffer>, directory: Directory) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const file: TiffFile = {
    bytes,
    view,
    littleEndian: true,
    big: false,
    known: new Map(),
    entriesRead: 0,
  };
  return [file, directory] as const;
};

/** The names of maker and model, each terminated by zero. */
function listNames(heap: Heap): [tag: number, Field][] {
  const value = find(heap, tags.makeAndModel, 2);
  if (!value) return [];
  const [make = '', model = ''] = textAt(
    heap.bytes,
    value.at,
    Math.min(value.size, maxNames),
  ).split('\0');
  const modelAt = value.at + make.length + 1;
  return [
    [0x10f, textField(value.at, make.length + 1)],
    ...(model ? [[0x110, textField(modelAt, model.length + 1)] as [number, Field]] : []),
  ];
}

/** Formats seconds since 1970 (in the camera's local time) as an Exif date. */
function writeTime(seconds: number): Uint8Array<ArrayBuffer> {
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 19).split('T');
  return new TextEncoder().encode(`${date.replaceAll('-', ':')} ${time}\0`);
}

/** Reads Canon's CRW (CIFF 1.0), whose values are in nested heaps. */
export function readCrwContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const heap: Heap = { bytes, view, onRead, values: new Map(), left: maxEntries };
  requireInside(bytes, 0, 14, onRead);
  readHeap(heap, view.getUint32(2, true), bytes.length, 0);
  const spec = find(heap, tags.imageSpec, 16);
  const degrees = spec ? view.getInt32(spec.at + 12, true) : 0;
  const takenAt = find(heap, tags.takenAt, 4);
  const seconds = takenAt ? view.getUint32(takenAt.at, true) : 0;
  const time = writeTime(seconds);
  const names = listNames(heap);
  return {
    jpegs: tags.jpegs.flatMap((tag) => {
      const value = heap.values.get(tag);
      return rangeOf(value?.at, value?.size);
    }),
    samples: new Set(),
    orientation: orientationOf(degrees),
    exif: writeExifBlock(true, {
      first: names.length > 0 ? placed(bytes, new Map(names)) : undefined,
      exif: seconds ? placed(time, new Map([[0x9003, textField(0, time.length)]])) : undefined,
    }),
    xmp: null,
  };
}
