/** What a test wants of a movie's bytes, track by track. */
import { readFourCC, readU32, skip, sliceOf } from '../src/bytes/reader.ts';
import { readBoxes } from '../src/heif/boxes.ts';
import { findBox } from '../src/motion/movie.ts';
import { readSampleTable, type Sample } from '../src/motion/sample-table.ts';

export interface MovieTrack {
  /** `vide` or `soun`. */
  kind: string;
  /** Ticks a second. */
  timescale: number;
  /** Type of the sample entry. */
  coding: string;
  /** The body of `avcC`, where there is one. */
  avcConfiguration: Uint8Array | null;
  samples: Sample[];
  /** Of all samples, in the order of decoding. */
  data: Uint8Array[];
}

export function movieTracks(bytes: Uint8Array): MovieTrack[] {
  const moov = findBox(sliceOf(bytes), 'moov')!;
  return [...readBoxes(moov)].flatMap(({ type, body }) => {
    if (type !== 'trak') return [];
    const handler = findBox(body, 'mdia', 'hdlr')!;
    skip(handler, 8);
    const header = findBox(body, 'mdia', 'mdhd')!;
    skip(header, 12);
    const stbl = findBox(body, 'mdia', 'minf', 'stbl')!;
    const entries = findBox(stbl, 'stsd')!;
    skip(entries, 8);
    const [entry] = readBoxes(entries);
    const kind = readFourCC(handler);
    if (kind === 'vide') skip(entry!.body, 78);
    const avc = kind === 'vide' ? findBox(entry!.body, 'avcC') : null;
    const { samples } = readSampleTable(stbl);
    return [
      {
        kind,
        timescale: readU32(header),
        coding: entry!.type,
        avcConfiguration: avc && bytes.slice(avc.position, avc.end),
        samples,
        data: samples.map(({ start, size }) => bytes.slice(start, start + size)),
      },
    ];
  });
}
