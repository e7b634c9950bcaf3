import { readFourCC, readU16, readU32, skip, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes } from '../heif/boxes.ts';
import { type HevcConfiguration, readHevcConfiguration } from '../heif/hevc-configuration.ts';
import { findBox, isHevc } from './movie.ts';
import { readSampleTable, type SampleTable } from './sample-table.ts';

/** An HEVC video track that can be recoded as H.264. */
export interface HevcTrack extends SampleTable {
  /** Offset of its `trak` box in the bytes that it was read from. */
  at: number;
  /** Size in pixels, before the track's own rotation. */
  width: number;
  height: number;
  /** Ticks per second. */
  timescale: number;
  /** Codec string for WebCodecs (ISO/IEC 14496-15, annex E). */
  codec: string;
  /** The body of `hvcC`. */
  configuration: Uint8Array;
}

/** ITU-T H.273: PQ and HLG, which need more than 8-bit H.264 offers. */
const hdrTransfers = new Set([16, 18]);

/** Size of a visual sample entry's fields, before its boxes (ISO/IEC 14496-12, 12.1.3). */
export const entryFields = 78;

const hex = (value: number) => value.toString(16).toUpperCase();

function codecString({
  profileSpace,
  profile,
  compatibilityFlags,
  tier,
  level,
  constraintFlags,
}: HevcConfiguration): string {
  const space = ['', 'A', 'B', 'C'][profileSpace] ?? '';
  let compatibility = 0;
  for (let bit = 0; bit < 32; bit++) {
    compatibility = (compatibility << 1) | ((compatibilityFlags >>> bit) & 1);
  }
  const constraints = [...constraintFlags];
  while (constraints.at(-1) === 0) constraints.pop();
  const parts = [`${space}${profile}`, hex(compatibility >>> 0), `${tier ? 'H' : 'L'}${level}`];
  return ['hvc1', ...parts, ...constraints.map(hex)].join('.');
}

/** Whether a color box declares PQ or HLG. */
function isHdr(boxes: Slice): boolean {
  const color = findBox(boxes, 'colr');
  if (!color) return false;
  const kind = readFourCC(color);
  if (kind !== 'nclx' && kind !== 'nclc') return false;
  skip(color, 2);
  return hdrTransfers.has(readU16(color));
}

function readTrack(trak: Slice, at: number): HevcTrack | null {
  const header = findBox(trak, 'mdia', 'mdhd');
  const stbl = findBox(trak, 'mdia', 'minf', 'stbl');
  const description = stbl && findBox(stbl, 'stsd');
  if (!header || !description) return null;
  skip(description, 4);
  const count = readU32(description);
  const [entry] = readBoxes(description);
  if (!entry || !isHevc(entry.type)) return null;
  if (count !== 1) throw new EngineError('unsupported-feature', 'frames of several codings');
  skip(header, readU32(header) >>> 24 === 1 ? 16 : 8);
  const timescale = readU32(header);
  skip(entry.body, 24);
  const width = readU16(entry.body);
  const height = readU16(entry.body);
  skip(entry.body, entryFields - 28);
  const box = findBox(entry.body, 'hvcC');
  if (!box || timescale === 0 || width === 0 || height === 0)
    throw new EngineError('corrupt-file', 'a track of HEVC does not say what it is');
  const configuration = box.bytes.subarray(box.position, box.end);
  const said = readHevcConfiguration(configuration);
  if (said.bitDepthLuma > 8 || said.bitDepthChroma > 8 || said.chromaFormat !== 1)
    throw new EngineError('unsupported-feature', 'H.264 has 8 bits, and colors at half the size');
  if (isHdr(entry.body)) throw new EngineError('unsupported-feature', 'an HDR video');
  const table = readSampleTable(stbl);
  if (table.samples.length === 0) return null;
  return { ...table, at, width, height, timescale, codec: codecString(said), configuration };
}

/**
 * The HEVC tracks in a `moov` box's body, in file order. Throws `unsupported-feature` for a track
 * that would lose something in 8-bit H.264, and `corrupt-file`.
 */
export function readHevcTracks(moov: Slice): HevcTrack[] {
  const tracks: HevcTrack[] = [];
  for (const { type, start, body } of readBoxes({ ...moov })) {
    const track = type === 'trak' ? readTrack(body, start) : null;
    if (track) tracks.push(track);
  }
  return tracks;
}
