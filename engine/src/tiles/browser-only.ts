import type { BegunFrame } from '../browser/image-decoder.ts';
import { hasZeroRun } from '../bytes/zero-run.ts';
import { EngineError, toEngineError } from '../errors.ts';
import { findAv1Color } from './av1-color.ts';
import { handOutRows, isFrameOf, videoSilence } from './browser-decoder.ts';
import type { CodedTile, DecodeTiles } from './coded-tile.ts';
import { setTrust } from './trust.ts';
import { decodeInBrowser, findVideoCodec, withColors } from './video-tiles.ts';

/**
 * Decodes codings that only browsers support. `begun` is a frame of the only tile that the browser
 * may already be decoding.
 */
export function decodeByBrowserOnly(
  { codec: coding }: CodedTile,
  begun: BegunFrame | undefined,
): DecodeTiles {
  // When coded data says nothing about color, browsers report guesses.
  const colorIn = (data: Uint8Array) => (coding === 'av1' ? findAv1Color(data) : null);
  return async (tiles, data, take, onRows) => {
    const codec = await findVideoCodec(tiles[0]!);
    if (codec === null) {
      throw new EngineError('unsupported-feature', 'this browser does not decode the tiles', {
        feature: 'video-decoder',
      });
    }
    if (data.some(hasZeroRun)) {
      // Decoding the whole picture shows whether it is damaged.
      throw new EngineError('unsupported-feature', 'a part of a tile seems to be lost', {
        feature: 'video-decoder',
      });
    }
    const colored = withColors((index) => colorIn(data[index]!), take, onRows);
    const frame = begun && (await begun);
    try {
      if (frame && isFrameOf(frame, tiles[0]!)) {
        await handOutRows(frame, tiles[0]!, ...colored);
      } else await decodeInBrowser(tiles, data, ...colored);
    } catch (error) {
      // The file may be at fault, but a working decoder answers even for a broken file.
      if (toEngineError(error, 'corrupt-file').feature === videoSilence) {
        setTrust(codec, 'distrusted');
      }
      throw error;
    }
  };
}
