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
