import type { BegunFrame } from '../browser/image-decoder.ts';
import { hasZeroRun } from '../bytes/zero-run.ts';
import { toEngineError } from '../errors.ts';
import type { Cicp, Planes } from '../planes/planes.ts';
import { loadWasm } from '../wasm/load.ts';
import { isVideoFailure, VideoTileDecoder } from './browser-decoder.ts';
import { codecString } from './codec-string.ts';
import { isForBrowser, type CodedTile, type DecodeTiles } from './coded-tile.ts';
import { decodeHevcTiles, hevcColorOf } from './software-decoder.ts';
import { samePlanes, setTrust, trustIn } from './trust.ts';
import { decodeInBrowser, findVideoCodec, withColors } from './video-tiles.ts';
import { needsNoBrowser } from './whole-file.ts';

/** Says whether tiles of this coding become planes here: in software, or by this browser. */
export async function canDecodeTiles(tile: CodedTile): Promise<boolean> {
  if (isForBrowser(tile)) {
    const { canDecodeNatively } = await import('../browser/image-decoder.ts');
    return canDecodeNatively(`image/${tile.codec}`);
  }
  if (tile.codec in softwareDecoders || needsNoBrowser(tile)) return true;
  return (await findVideoCodec(tile)) !== null;
}

interface SoftwareDecoder {
  decode: DecodeTiles;
  /** What the coded data says about color. Browsers put guesses where it says nothing. */
  colorOf: (tile: CodedTile) => Cicp;
}

/** Decoders of our own. Codings without one are decoded by browsers or not in strips at all. */
const softwareDecoders: Partial<
  Record<CodedTile['codec'], (module: 'now' | 'later') => Promise<SoftwareDecoder>>
> = {
  async hevc(module) {
    if (module === 'now') await loadWasm('hevc-decoder');
    return { decode: decodeHevcTiles, colorOf: hevcColorOf };
  },
};

function copyOf(planes: Planes): Planes {
  return { ...planes, planes: planes.planes.map((plane) => plane.slice()) };
}

async function decodeOne(decode: DecodeTiles, tile: CodedTile, data: Uint8Array): Promise<Planes> {
  let result: Planes | null = null;
  await decode([tile], [data], (_, planes) => (result = copyOf(planes)));
  return result!;
}

/** Codecs that are being tried. */
const trials = new Set<string>();

/**
 * Decodes one tile in the browser and in software, and keeps what that says of the browser's decoder.
 * It may take seconds to find out that a decoder stays silent, so nobody waits for it.
 */
async function tryVideo(
  codec: string,
  tile: CodedTile,
  data: Uint8Array,
  software: DecodeTiles,
): Promise<void> {
  if (trials.has(codec)) return;
  trials.add(codec);
  let planes: Planes | null = null;
  // Its own, for strips of another coding may need the browser meanwhile.
  const decoder = new VideoTileDecoder();
  try {
    planes = await decodeOne(
      (tiles, bytes, take) => decoder.decode(tiles, bytes, take),
      tile,
      data,
    );
  } catch {
    // A broken file says nothing about the browser; one that software decodes does.
  } finally {
    decoder.close();
  }
  try {
    const expected = await decodeOne(software, tile, data);
    const trusted = planes !== null && samePlanes(planes, expected);
    setTrust(codec, trusted ? 'trusted' : 'distrusted');
  } catch {
    trials.delete(codec);
  }
}

/** Software until the browser's decoder has shown on a tile that it can be trusted, then the browser. */
function decodeByTrusted({ decode: software, colorOf }: SoftwareDecoder): DecodeTiles {
  return async (tiles, data, take, onRows) => {
    const codec = await findVideoCodec(tiles[0]!);
    // A browser's decoder makes something of everything; ours says what is wrong.
    if (codec === null || data.some(hasZeroRun)) return software(tiles, data, take, onRows);
    if (trustIn(codec) !== 'trusted') {
      // The caller's own go away when the strip is made.
      void tryVideo(codec, tiles[0]!, data[0]!.slice(), software);
      return software(tiles, data, take, onRows);
    }
    try {
      const colored = withColors((index) => colorOf(tiles[index]!), take, onRows);
      return await decodeInBrowser(tiles, data, ...colored);
    } catch (error) {
      if (!isVideoFailure(toEngineError(error, 'corrupt-file'))) throw error;
      await software(tiles, data, take, onRows);
      return setTrust(codec, 'distrusted');
    }
  };
}

/**
 * The decoder for tiles of this coding: the browser's, ours, or one behind the other.
 *
 * @param begun Of the only tile, where the browser decodes it already.
 */
export async function loadDecoder(tile: CodedTile, begun?: BegunFrame): Promise<DecodeTiles> {
  if (tile.codec === 'jpeg') {
    const [{ decodeJpegTiles }] = await Promise.all([
      import('./jpeg-tiles.ts'),
      loadWasm('jpeg-decoder'),
    ]);
    return decodeJpegTiles;
  }
  const codec = codecString(tile);
  // A browser that has shown that it decodes needs no module, unless it fails after all.
  const module = codec !== null && trustIn(codec) === 'trusted' ? 'later' : 'now';
  const software = await softwareDecoders[tile.codec]?.(module);
  if (software) return decodeByTrusted(software);
  const { decodeByBrowserOnly } = await import('./browser-only.ts');
  return decodeByBrowserOnly(tile, begun);
}
