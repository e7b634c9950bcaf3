/** Movies that say what they are and hold nothing, box by box. */
import { box, bytesOf, fullBox, uint } from './heif-writer.ts';

function videoTrack(codec: string): Uint8Array {
  const handler = fullBox('hdlr', 0, 0, uint(0, 4), 'vide', uint(0, 13));
  const entry = box(codec, uint(0, 78));
  const table = box('stbl', fullBox('stsd', 0, 0, uint(1, 4), entry));
  return box('trak', box('mdia', handler, box('minf', table)));
}

/** QuickTime's metadata with one key. */
function metadata(key: string, value: string): Uint8Array {
  const keys = fullBox('keys', 0, 0, uint(1, 4), uint(key.length + 8, 4), 'mdta', key);
  const item = box('\0\0\0\x01', box('data', uint(1, 4), uint(0, 4), value));
  const handler = fullBox('hdlr', 0, 0, uint(0, 4), 'mdta', uint(0, 13));
  return box('meta', handler, keys, box('ilst', item));
}

/** Where the movies of `makeLocatedMovie` were made. */
export const moviePlace = '+37.3300-122.0300/';

/** Seconds since 1904 at which they were. */
export const movieTime = Uint8Array.of(0xe1, 0xe2, 0xe3, 0xe4);

/** A movie that tells its place three times: in user data, in a key, and in a track of data; and its time. */
export function makeLocatedMovie(): Uint8Array<ArrayBuffer> {
  const start = bytesOf(box('ftyp', 'qt  ', uint(0, 4), 'qt  '));
  const samples = `PICTURE${moviePlace}${moviePlace}SOUND`;
  const handler = fullBox('hdlr', 0, 0, uint(0, 4), 'meta', uint(0, 13));
  const first = start.length + 8 + 'PICTURE'.length;
  const table = box(
    'stbl',
    fullBox('stsz', 0, 0, uint(moviePlace.length, 4), uint(2, 4)),
    fullBox('stsc', 0, 0, uint(1, 4), uint(1, 4), uint(1, 4), uint(1, 4)),
    fullBox('stco', 0, 0, uint(2, 4), uint(first, 4), uint(first + moviePlace.length, 4)),
  );
  const dataTrack = box('trak', box('mdia', handler, box('minf', table)));
  const header = fullBox('mvhd', 0, 0, movieTime, movieTime, uint(600, 4));
  const key = metadata('com.apple.quicktime.location.ISO6709', moviePlace);
  const userData = box('udta', box('\u00a9xyz', uint(18, 2), uint(0, 2), moviePlace));
  const moov = box('moov', header, videoTrack('hvc1'), dataTrack, key, userData);
  return new Uint8Array(bytesOf(start, box('mdat', samples), moov));
}

/** A movie whose samples lie in a fragment: pictures, and with `tellsPlace` also the place in a track of data. */
export function makeFragmentedMovie(tellsPlace: boolean): Uint8Array<ArrayBuffer> {
  const handler = fullBox('hdlr', 0, 0, uint(0, 4), 'meta', uint(0, 13));
  const data = tellsPlace ? box('trak', box('mdia', handler, box('minf', box('stbl')))) : [];
  const fragments = box('mvex', fullBox('trex', 0, 0, uint(1, 4), uint(0, 16)));
  const track = box('traf', fullBox('tfhd', 0, 0, uint(1, 4)));
  return new Uint8Array(
    bytesOf(
      box('ftyp', 'isom', uint(0, 4), 'isom'),
      box('moov', videoTrack('hvc1'), data, fragments),
      box('moof', fullBox('mfhd', 0, 0, uint(1, 4)), track),
      box('mdat', `PICTURE${tellsPlace ? moviePlace : ''}`),
    ),
  );
}

/** A movie that ends with its `moov` box, as phones write them, as half of a live photo. */
export function withContentIdentifier(
  movie: Uint8Array,
  contentIdentifier: string,
): Uint8Array<ArrayBuffer> {
  const named = metadata('com.apple.quicktime.content.identifier', contentIdentifier);
  const moov = Buffer.from(movie).lastIndexOf('moov') - 4;
  const size = new DataView(movie.buffer, movie.byteOffset).getUint32(moov);
  // In front of other metadata, of which readers take the first.
  const [before, inside] = [movie.subarray(0, moov), movie.subarray(moov + 8)];
  return new Uint8Array(bytesOf(before, uint(size + named.length, 4), 'moov', named, inside));
}

/** The track that marks the moment of the still by an empty edit; the movie has 600 ticks a second. */
function stillTrack(ticks: number): Uint8Array {
  const handler = fullBox('hdlr', 0, 0, uint(0, 4), 'meta', uint(0, 13));
  const key = box('\0\0\0\x01', box('keyd', 'mdta', 'com.apple.quicktime.still-image-time'));
  const entry = box('mebx', uint(1, 8), box('keys', key));
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, uint(1, 4), entry),
    fullBox('stsz', 0, 0, uint(0, 8)),
    fullBox('stsc', 0, 0, uint(0, 4)),
    fullBox('stco', 0, 0, uint(0, 4)),
  );
  const edit = (duration: number, from: number) => [uint(duration, 4), uint(from, 4), uint(1, 4)];
  const edits = fullBox('elst', 0, 0, uint(2, 4), ...edit(ticks, 0xff_ff_ff_ff), ...edit(1, 0));
  const media = box('mdia', handler, box('minf', table));
  return box('trak', box('edts', edits), media);
}

/** A movie with one track of pictures; with an identifier it is half of a live photo. */
export function makeMovie({
  brand = 'isom',
  codec = 'avc1',
  contentIdentifier,
  isInUserData = false,
  stillTicks,
}: {
  brand?: string;
  codec?: string;
  contentIdentifier?: string;
  /** Where ffmpeg puts metadata. */
  isInUserData?: boolean;
  stillTicks?: number;
} = {}): Uint8Array<ArrayBuffer> {
  const identifier =
    contentIdentifier === undefined
      ? []
      : metadata('com.apple.quicktime.content.identifier', contentIdentifier);
  const still = stillTicks === undefined ? [] : stillTrack(stillTicks);
  const header = stillTicks === undefined ? [] : fullBox('mvhd', 0, 0, uint(0, 8), uint(600, 4));
  const parts = [header, videoTrack(codec), still];
  return new Uint8Array(
    bytesOf(
      box('ftyp', brand, uint(0, 4), brand),
      box('mdat', uint(7, 64)),
      box('moov', ...parts, isInUserData ? box('udta', identifier) : identifier),
    ),
  );
}
