import { joinBytes } from '../bytes/join.ts';
import type { CodedTile } from './coded-tile.ts';
import { leftByBrowser } from './whole-file.ts';

function uint(value: number, byteCount: number): Uint8Array {
  return Uint8Array.from(
    { length: byteCount },
    (_, i) => Math.floor(value / 256 ** (byteCount - 1 - i)) % 256,
  );
}

function text(characters: string): Uint8Array {
  return new TextEncoder().encode(characters);
}

function box(type: string, ...parts: Uint8Array[]): Uint8Array {
  const body = joinBytes(parts);
  return joinBytes([uint(body.length + 8, 4), text(type), body]);
}

function fullBox(type: string, version: number, ...parts: Uint8Array[]): Uint8Array {
  return box(type, uint(version * 2 ** 24, 4), ...parts);
}

/** Item type and configuration box by coding (ISO/IEC 23008-12, annexes B and E). */
const types: Partial<Record<CodedTile['codec'], readonly [item: string, configuration: string]>> = {
  hevc: ['hvc1', 'hvcC'],
  avc: ['avc1', 'avcC'],
  av1: ['av01', 'av1C'],
  jpeg: ['jpeg', 'jpgC'],
};

/** Wraps one coded item in a minimal HEIF file, for decoders that need one (ISO/IEC 23008-12). */
export function writeSingleItem(tile: CodedTile, data: Uint8Array): Uint8Array {
  const names = types[tile.codec];
  if (!names) throw leftByBrowser();
  const [itemType, configurationType] = names;
  const one = uint(1, 2);
  const none = uint(0, 2);
  const essential = 0x80;
  const ftyp = box('ftyp', text('mif1'), uint(0, 4), text('mif1heic'));
  const metaAt = (start: number): Uint8Array =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint(0, 4), text('pict'), new Uint8Array(13)),
      fullBox('pitm', 0, one),
      fullBox('iinf', 0, one, fullBox('infe', 2, one, none, text(itemType), uint(0, 1))),
      fullBox(
        'iloc',
        0,
        ...[uint(0x4400, 2), one, one, none, one, uint(start, 4), uint(data.length, 4)],
      ),
      box(
        'iprp',
        box(
          'ipco',
          fullBox('ispe', 0, uint(tile.width, 4), uint(tile.height, 4)),
          box(configurationType, tile.configuration),
        ),
        fullBox('ipma', 0, uint(1, 4), one, Uint8Array.of(2, 1, essential | 2)),
      ),
    );
  const start = ftyp.length + metaAt(0).length + 8;
  return joinBytes([ftyp, metaAt(start), box('mdat', data)]);
}
