import { readI32, readU16, readU32, skip, type Slice, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes, readClippedBoxes } from '../heif/boxes.ts';
import type { HeifFile, HeifItem } from '../heif/file.ts';
import { readHandlerType } from '../heif/items.ts';
import { type AssociatedProperty, readProperty } from '../heif/properties.ts';
import { entryFields } from './hevc-track.ts';
import { findBox } from './movie.ts';
import { readSampleTable } from './sample-table.ts';

/** A file whose only item is the first frame of its image sequence. */
export interface FirstFrame {
  file: HeifFile;
  /** Number of frames in the sequence. */
  frames: number;
}

/** Sample entry types that are item types, too. */
const codings: ReadonlySet<string> = new Set(['hvc1', 'av01']);

/** Boxes of a sample entry that are item properties, too. */
const properties: ReadonlySet<string> = new Set(['hvcC', 'av1C', 'colr', 'pasp', 'clap']);

/** Id of the item, which the file itself does not list. */
const frameId = 1;

const fixedOne = 0x10000;

/** Counterclockwise quarter turns in a track's matrix. Its other effects are for players. */
function readTurns(trak: Slice): number {
  const header = findBox(trak, 'tkhd');
  if (!header) return 0;
  // Skips version and flags, times, id and duration; then eight bytes, layer and group, volume.
  skip(header, readU32(header) >>> 24 === 1 ? 32 : 20);
  skip(header, 16);
  const [a, b] = [readI32(header), readI32(header)];
  if (a === -fixedOne) return 2;
  if (a === 0 && b === fixedOne) return 3;
  return a === 0 && b === -fixedOne ? 1 : 0;
}

function isPictures(trak: Slice): boolean {
  const handler = findBox(trak, 'mdia', 'hdlr');
  return handler !== null && readHandlerType(handler) === 'pict';
}

/** Properties of each frame, from the sample entry and the track. */
function readProperties(trak: Slice, entry: Slice): AssociatedProperty[] {
  const body = { ...entry };
  skip(body, 24);
  const size = { kind: 'size', width: readU16(body), height: readU16(body) } as const;
  skip(body, entryFields - 28);
  const found = [...readBoxes(body)]
    .filter(({ type }) => properties.has(type))
    .map(({ type, body: content }) => readProperty(type, content));
  const turn = { kind: 'rotation', quarterTurns: readTurns(trak) } as const;
  return [size, ...found, turn].map((property) => ({ property, essential: false }));
}

function readFrame(bytes: Uint8Array, trak: Slice): { item: HeifItem; frames: number } | null {
  const stbl = isPictures(trak) ? findBox(trak, 'mdia', 'minf', 'stbl') : null;
  const description = stbl && findBox(stbl, 'stsd');
  if (!stbl || !description) return null;
  skip(description, 8);
  const [entry] = readBoxes(description);
  if (!entry || !codings.has(entry.type)) return null;
  const { samples } = readSampleTable(stbl);
  const [first] = samples;
  if (!first) return null;
  const range = { start: first.start, end: first.start + first.size };
  const inside = () => sliceOf(bytes, range.start, range.end);
  const item: HeifItem = {
    id: frameId,
    type: entry.type,
    hidden: false,
    protection: 0,
    name: '',
    contentType: '',
    contentEncoding: '',
    properties: readProperties(trak, entry.body),
    data: () => bytes.subarray(inside().position, range.end),
    dataLength: () => first.size,
    ranges: () => [range],
  };
  return { item, frames: samples.length };
}

/**
 * Makes the first frame of an image sequence (ISO/IEC 23008-12, 7) the file's picture, where there
 * is no other. Throws `unsupported-feature` (`image-sequence`) where no picture track has a known
 * coding, `corrupt-file` for damaged ones.
 */
export function withFirstFrame(file: HeifFile): FirstFrame {
  const { bytes } = file;
  for (const { type, body } of readClippedBoxes(sliceOf(bytes))) {
    if (type !== 'moov') continue;
    for (const trak of readClippedBoxes(body)) {
      const found = trak.type === 'trak' ? readFrame(bytes, trak.body) : null;
      if (!found) continue;
      const items = new Map([[found.item.id, found.item]]);
      return { file: { ...file, items, primaryId: found.item.id }, frames: found.frames };
    }
  }
  throw new EngineError('unsupported-feature', 'an image sequence without a picture we can read', {
    feature: 'image-sequence',
  });
}
