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

/** Whether tiles of this coding can be decoded to planes here, in software or by the browser. */
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
  /** Color according to the coded data. When that says nothing, browsers report guesses. */
  colorOf: (tile: CodedTile) => Cicp;
}

/** Our own decoders. Other codings are decoded by browsers, or not in strips at all. */
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

/** Codecs whose trial is running. */
const trials = new Set<string>();

/**
 * Decodes one tile both in the browser and in software, and records whether the browser's decoder
 * can be trusted. Not awaited, because detecting a silent decoder can take seconds.
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
  // A separate decoder, because strips of another coding may need the browser meanwhile.
  const decoder = new VideoTileDecoder();
  try {
    planes = await decodeOne(
      (tiles, bytes, take) => decoder.decode(tiles, bytes, take),
      tile,
      data,
    );
  } catch {
    // This may be the file's fault. If software decodes it, it is the browser's.
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

/** Uses software until the browser's decoder has decoded a tile correctly, then the browser. */
function decodeByTrusted({ decode: software, colorOf }: SoftwareDecoder): DecodeTiles {
  return async (tiles, data, take, onRows) => {
    const codec = await findVideoCodec(tiles[0]!);
    // A browser's decoder accepts damaged data silently; ours reports it.
    if (codec === null || data.some(hasZeroRun)) return software(tiles, data, take, onRows);
    if (trustIn(codec) !== 'trusted') {
      // A copy, because the caller's data is gone once the strip is made.
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
 * Loads the decoder for tiles of this coding: the browser's, ours, or the browser's with ours as
 * the fallback.
 *
 * @param begun A frame of the only tile, if the browser is already decoding it.
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
  // With a trusted browser decoder, the module loads only if that fails after all.
  const module = codec !== null && trustIn(codec) === 'trusted' ? 'later' : 'now';
  const software = await softwareDecoders[tile.codec]?.(module);
  if (software) return decodeByTrusted(software);
  const { decodeByBrowserOnly } = await import('./browser-only.ts');
  return decodeByBrowserOnly(tile, begun);
}
