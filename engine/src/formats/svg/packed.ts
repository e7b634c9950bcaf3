import { inflateBounded } from '../../bytes/deflate.ts';
import { startsWith } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';

/** The most bytes of a drawing's text. A file of 32 kB can become as many. */
const maxTextBytes = 32 * 1024 * 1024;

/** Whether the bytes are compressed with gzip (RFC 1952 section 2.3), as those of an SVGZ are. */
export function isPacked(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\x1f\x8b\b');
}

/**
 * The text of a drawing that may be compressed. Throws `corrupt-file`, or `unsupported-format` when
 * the text would be too long.
 */
export async function unpackSvg(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!isPacked(bytes)) return bytes;
  const room = { bytes: maxTextBytes };
  const text = await inflateBounded(bytes, room, new DecompressionStream('gzip'));
  if (text) return text;
  if (room.bytes >= 0)
    throw new EngineError('corrupt-file', 'SVGZ: the compressed text is damaged');
  const message = `SVGZ: a text of more than ${maxTextBytes} bytes`;
  throw new EngineError('unsupported-format', message, { feature: 'gzip' });
}
