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

/** A movie with one track of pictures; with an identifier it is half of a live photo. */
export function makeMovie({
  brand = 'isom',
  codec = 'avc1',
  contentIdentifier,
}: {
  brand?: string;
  codec?: string;
  contentIdentifier?: string;
} = {}): Uint8Array<ArrayBuffer> {
  const identifier =
    contentIdentifier === undefined
      ? []
      : metadata('com.apple.quicktime.content.identifier', contentIdentifier);
  return new Uint8Array(
    bytesOf(
      box('ftyp', brand, uint(0, 4), brand),
      box('mdat', uint(7, 64)),
      box('moov', videoTrack(codec), identifier),
    ),
  );
}
