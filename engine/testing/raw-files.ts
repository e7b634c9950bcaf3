// Raw files of several makers, as small as they can be, with JPEGs where those makers put them.
import { bytesOf, box, fullBox, uint } from './heif-writer.ts';
import { writeTiff, type TiffEntry } from './tiff-writer.ts';

const [short, long, undefinedType] = [3, 4, 7];

/** What a sensor has seen, without any loss. */
const sensor: TiffEntry[] = [
  [256, long, [6000]],
  [257, long, [4000]],
  [259, short, [7]],
  [262, short, [32803]],
  [273, 'offset', new Uint8Array(64).fill(7)],
  [279, long, [64]],
];

/** Entries of a thumbnail or a preview. */
const named = (jpeg: Uint8Array): TiffEntry[] => [
  [513, 'offset', jpeg],
  [514, long, [jpeg.length]],
];

const inStrip = (jpeg: Uint8Array, photometric: number): TiffEntry[] => [
  [259, short, [7]],
  [262, short, [photometric]],
  [273, 'offset', jpeg],
  [279, long, [jpeg.length]],
];

/** What the camera noted: held with its right side up. */
export const cameraNotes: TiffEntry[] = [
  [271, 2, 'Maker'],
  [272, 2, 'Model 1'],
  [274, short, [6]],
];

const exif: TiffEntry[] = [[0x9003, 2, '2024:05:06 07:08:09']];

const withNote = (note: Uint8Array): TiffEntry => [
  0x8769,
  'directories',
  [[...exif, [0x927c, undefinedType, note]]],
];

const exifAlone: TiffEntry = [0x8769, 'directories', [exif]];

function nikonNote(jpeg: Uint8Array): Uint8Array {
  return bytesOf(
    'Nikon\0',
    [2, 0x10, 0, 0],
    writeTiff({ directories: [[[0x11, 'directories', [named(jpeg)]]]] }),
  );
}

const little = (value: number, count: number) => uint(value, count).toReversed();

const noteEntry = (tag: number, type: number, value: number) =>
  bytesOf(little(tag, 2), little(type, 2), little(1, 4), little(value, 4));

/** Offsets count from the note's start: its directory is at 12, the settings at 30, the JPEG at 60. */
function olympusNote(jpeg: Uint8Array): Uint8Array {
  const directory = (...entries: Uint8Array[]) =>
    bytesOf(little(entries.length, 2), ...entries, little(0, 4));
  return bytesOf(
    ...['OLYMPUS\0II', [3, 0], directory(noteEntry(0x2020, 13, 30))],
    ...[directory(noteEntry(0x101, long, 60), noteEntry(0x102, long, jpeg.length)), jpeg],
  );
}

function writeRaf(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(84);
  head.set(bytesOf('FUJIFILMCCD-RAW 0201'));
  return Uint8Array.from(
    bytesOf(
      head,
      uint(148, 4),
      uint(jpeg.length, 4),
      new Uint8Array(56),
      jpeg,
      new Uint8Array(500),
    ),
  );
}

const canonId = [
  0x85, 0xc0, 0xb6, 0x87, 0x82, 0x0f, 0x11, 0xe0, 0x81, 0x11, 0xf4, 0xce, 0x46, 0x2b, 0x6a, 0x48,
];

const previewId = [
  0xea, 0xf4, 0x2b, 0x5e, 0x1c, 0x98, 0x4b, 0x88, 0xb9, 0xfb, 0xb7, 0xdc, 0x40, 0x6e, 0x4d, 0x16,
];

/** With the large JPEG in a track, and the small one as thumbnail and preview. */
function writeCr3(jpeg: Uint8Array, small: Uint8Array): Uint8Array<ArrayBuffer> {
  const notes = box(
    ...(['uuid', canonId] as const),
    box('CMT1', writeTiff({ directories: [cameraNotes] })),
    box('CMT2', writeTiff({ directories: [exif] })),
    box('THMB', uint(0, 12), uint(small.length, 4), small),
  );
  const preview = box(
    'uuid',
    previewId,
    uint(1, 8),
    box('PRVW', uint(0, 12), uint(small.length, 4), small),
  );
  const start = box('ftyp', 'crx ', uint(1, 4), 'crx isom');
  const movie = (at: number) => {
    const sizes = fullBox('stsz', 0, 0, uint(jpeg.length, 4), uint(1, 4));
    const table = box('stbl', sizes, fullBox('co64', 0, 0, uint(1, 4), uint(at, 8)));
    return box('moov', notes, box('trak', box('mdia', box('minf', table))));
  };
  const samplesAt = start.length + movie(0).length + preview.length + 8;
  return Uint8Array.from(
    bytesOf(start, movie(samplesAt), preview, box('mdat', jpeg, new Uint8Array(300))),
  );
}

const concat = (...parts: Parameters<typeof bytesOf>) => Uint8Array.from(bytesOf(...parts));

/** A heap of Canon's: values, their directory, and where that begins. */
function heapOf(...values: readonly (readonly [tag: number, value: Uint8Array])[]): Uint8Array {
  let at = 0;
  const entries = values.map(([tag, value]) => {
    const entry = bytesOf(little(tag, 2), little(value.length, 4), little(at, 4));
    at += value.length;
    return entry;
  });
  return bytesOf(
    ...values.map(([, value]) => value),
    ...[little(values.length, 2), ...entries, little(at, 4)],
  );
}

function writeCrw(
  jpeg: Uint8Array,
  small: Uint8Array,
  samples: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const spec = bytesOf(little(6000, 4), little(4000, 4), little(0, 4), little(90, 4));
  const takenAt = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000;
  const properties = heapOf(
    [0x1810, spec],
    [0x2807, heapOf([0x080a, bytesOf('Maker\0Model 1\0', uint(0, 18))])],
    [0x180e, bytesOf(little(takenAt, 4), uint(0, 8))],
  );
  return concat(
    ...['II', little(26, 4), 'HEAPCCDR', uint(0, 12)],
    heapOf([0x2005, samples], [0x2008, small], [0x2007, jpeg], [0x300a, properties]),
  );
}

/** Its first picture is one of samples; the JPEG itself says when and with what it was taken. */
function writeX3f(
  jpeg: Uint8Array,
  small: Uint8Array,
  samples: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = bytesOf('FOVb', little(0x20003, 4), uint(0, 20), little(6000, 4), little(4000, 4));
  const sectionOf = (format: number, data: Uint8Array) =>
    bytesOf('SECi', little(0x20000, 4), little(2, 4), little(format, 4), uint(0, 12), data);
  const sections = [sectionOf(30, samples), sectionOf(18, small), sectionOf(18, jpeg)];
  let at = head.length + 4;
  const entries = sections.map((section) => {
    const entry = bytesOf(little(at, 4), little(section.length, 4), 'IMA2');
    at += section.length;
    return entry;
  });
  const directory = bytesOf('SECd', little(0x20000, 4), little(entries.length, 4), ...entries);
  return concat(head, little(90, 4), ...sections, directory, little(at, 4));
}

/** Minolta's note is a directory like any other, whose offsets count from the start of the structure. */
function writeMrw(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const structure = (previewAt: number) => {
    const entry = (tag: number, type: number, count: number, value: number[] | string) =>
      bytesOf(uint(tag, 2), uint(type, 2), uint(count, 4), value);
    const note = bytesOf(
      ...[uint(3, 2), entry(0, undefinedType, 4, 'MLT0'), entry(0x88, long, 1, uint(previewAt, 4))],
      ...[entry(0x89, long, 1, uint(jpeg.length, 4)), uint(0, 4)],
    );
    return writeTiff({ directories: [[...cameraNotes, withNote(note)]], littleEndian: false });
  };
  const { length } = structure(0);
  const notes = bytesOf('\0TTW', uint(length + jpeg.length, 4), structure(length), jpeg);
  const block = bytesOf('\0PRD', uint(24, 4), new Uint8Array(24));
  return concat('\0MRM', uint(block.length + notes.length, 4), block, notes, new Uint8Array(300));
}

export const rawKinds = [
  ...['dng', 'nef', 'nef-note', 'cr2', 'arw', 'pef', 'orf', 'rw2', 'raf', 'cr3'],
  ...['crw', 'x3f', 'mrw'],
] as const;

export type RawKind = (typeof rawKinds)[number];

/** A raw file with a large JPEG and a small one. `samples` are the sensor's, of kinds that have them in front. */
export function writeRaw(
  kind: RawKind,
  jpeg: Uint8Array,
  small: Uint8Array,
  samples = new Uint8Array(64).fill(7),
): Uint8Array<ArrayBuffer> {
  const withNotes = (...first: TiffEntry[]): TiffEntry[] => [...cameraNotes, ...first];
  const inside = (...directories: TiffEntry[][]): TiffEntry => [330, 'directories', directories];
  switch (kind) {
    case 'dng':
      return writeTiff({
        directories: [
          withNotes(...inStrip(small, 6), inside(sensor, inStrip(jpeg, 6)), exifAlone, [
            50706,
            1,
            [1, 4, 0, 0],
          ]),
        ],
      });
    case 'nef':
      return writeTiff({
        directories: [withNotes(inside(named(jpeg), sensor), exifAlone)],
        littleEndian: false,
      });
    case 'nef-note':
      return writeTiff({ directories: [withNotes(inside(sensor), withNote(nikonNote(jpeg)))] });
    case 'cr2':
      return writeTiff({
        directories: [withNotes(...inStrip(jpeg, 6), exifAlone), named(small), sensor],
        behindHeader: bytesOf('CR', [2, 0], uint(0, 4)),
      });
    case 'arw':
      return writeTiff({ directories: [withNotes(...named(jpeg), inside(sensor), exifAlone)] });
    case 'pef':
      return writeTiff({
        directories: [withNotes(...sensor, exifAlone), named(small), named(jpeg)],
        littleEndian: false,
      });
    case 'orf':
      return writeTiff({
        directories: [withNotes(withNote(olympusNote(jpeg)))],
        mark: 0x4f52,
      });
    case 'rw2':
      return writeTiff({
        directories: [withNotes([0x2e, undefinedType, jpeg], exifAlone)],
        mark: 0x55,
      });
    case 'raf':
      return writeRaf(jpeg);
    case 'cr3':
      return writeCr3(jpeg, small);
    case 'crw':
      return writeCrw(jpeg, small, samples);
    case 'x3f':
      return writeX3f(jpeg, small, samples);
    case 'mrw':
      return writeMrw(jpeg);
  }
}
