// Uses the browser's video decoders. Callers decide whether to trust them.
import type { Cicp, Planes } from '../planes/planes.ts';
import { canDecodeVideo, VideoTileDecoder } from './browser-decoder.ts';
import { codecString } from './codec-string.ts';
import type { CodedTile, DecodeTiles, RowListener } from './coded-tile.ts';
import { trustIn } from './trust.ts';

/** Two at most, because alpha is decoded alongside a picture. */
const idleDecoders: VideoTileDecoder[] = [];

/** The codec string of a coding that the browser claims to decode, unless it is distrusted. */
export async function findVideoCodec(tile: CodedTile): Promise<string | null> {
  const codec = codecString(tile);
  if (codec === null || trustIn(codec) === 'distrusted') return null;
  return (await canDecodeVideo(tile)) ? codec : null;
}

/** Decodes tiles with one of this thread's video decoders. Throws what `VideoTileDecoder.decode` throws. */
export const decodeInBrowser: DecodeTiles = async (...asked) => {
  const idle = idleDecoders.pop();
  const decoder = idle && !idle.isClosed ? idle : new VideoTileDecoder();
  await decoder.decode(...asked);
  idleDecoders.push(decoder);
};

type Listeners = [take: Parameters<DecodeTiles>[2], onRows: RowListener | undefined];

/** Wraps the listeners: sets the color that the coded data states, where it does. */
export function withColors(
  colorOf: (index: number) => Cicp | null,
  ...[take, onRows]: Listeners
): Listeners {
  const colored = (planes: Planes, index = 0): Planes => {
    const color = colorOf(index);
    return color ? { ...planes, color } : planes;
  };
  return [
    (index, planes) => take(index, colored(planes, index)),
    onRows && ((planes, rows, top) => onRows(colored(planes), rows, top)),
  ];
}
