import { EngineError, toEngineError } from '../errors.ts';
import { decodeHevcTiles, hevcColourOf } from '../tiles/software-decoder.ts';
import { JpegEncoder } from '../formats/jpeg/encoder.ts';
import type { CodedColour, Planes } from '../planes/planes.ts';
import { codecString } from '../tiles/codec-string.ts';
import {
  canDecodeVideo,
  isVideoFailure,
  VideoTileDecoder,
  videoSilence,
} from '../tiles/browser-decoder.ts';
import { samePlanes, setVerdict, verdictOn } from '../tiles/trust.ts';
import { loadWasm } from '../wasm/load.ts';
import type { DecodeTiles, Source, StripHooks } from './run-jpeg.ts';
import { runStrip } from './run-jpeg.ts';
import type { CodedTile, StripResult, StripTask } from './task.ts';

let encoder: Promise<JpegEncoder> | null = null;
let video: VideoTileDecoder | null = null;

/** Says whether tiles of this coding become planes here: in software, or by this browser. */
export async function canDecodeTiles(tile: CodedTile): Promise<boolean> {
  return tile.codec in softwareDecoders || (await findVideoCodec(tile)) !== null;
}

/** The browser's name for a coding that it offers to decode and has not been caught doing wrongly. */
async function findVideoCodec(tile: CodedTile): Promise<string | null> {
  const codec = codecString(tile);
  if (codec === null || verdictOn(codec) === 'distrusted') return null;
  return (await canDecodeVideo(tile)) ? codec : null;
}

interface SoftwareDecoder {
  decode: DecodeTiles;
  /** What the coded data says about colour. Browsers put guesses where it says nothing. */
  colourOf: (tile: CodedTile) => CodedColour;
}

/** Decoders of our own. Codings without one are decoded by browsers or not in strips at all. */
const softwareDecoders: Partial<
  Record<CodedTile['codec'], (module: 'now' | 'later') => Promise<SoftwareDecoder>>
> = {
  async hevc(module) {
    if (module === 'now') await loadWasm('hevc-decoder');
    return { decode: decodeHevcTiles, colourOf: hevcColourOf };
  },
};

const decodeInBrowser: DecodeTiles = (tiles, data, take) => {
  if (!video || video.isClosed) video = new VideoTileDecoder();
  return video.decode(tiles, data, take);
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
    setVerdict(codec, trusted ? 'trusted' : 'distrusted');
  } catch {
    trials.delete(codec);
  }
}

/** Software until the browser's decoder has shown on a tile that it can be trusted, then the browser. */
function decodeByTrusted({ decode: software, colourOf }: SoftwareDecoder): DecodeTiles {
  return async (tiles, data, take, onRows) => {
    const codec = await findVideoCodec(tiles[0]!);
    if (codec === null) return software(tiles, data, take, onRows);
    if (verdictOn(codec) !== 'trusted') {
      void tryVideo(codec, tiles[0]!, data[0]!, software);
      return software(tiles, data, take, onRows);
    }
    try {
      return await decodeInBrowser(tiles, data, (index, planes) =>
        take(index, { ...planes, colour: colourOf(tiles[index]!) }),
      );
    } catch (error) {
      if (!isVideoFailure(toEngineError(error, 'corrupt-file'))) throw error;
      await software(tiles, data, take, onRows);
      return setVerdict(codec, 'distrusted');
    }
  };
}

/** For codings that only browsers decode. */
const decodeByBrowserOnly: DecodeTiles = async (tiles, data, take) => {
  const codec = await findVideoCodec(tiles[0]!);
  if (codec === null) {
    throw new EngineError('unsupported-feature', 'this browser does not decode the tiles', {
      feature: 'video-decoder',
    });
  }
  try {
    await decodeInBrowser(tiles, data, take);
  } catch (error) {
    // It may have been the file, but even a broken one deserves an answer.
    if (toEngineError(error, 'corrupt-file').feature === videoSilence) {
      setVerdict(codec, 'distrusted');
    }
    throw error;
  }
};

/** The decoder for tiles of this coding: the browser's, ours, or one behind the other. */
export async function loadDecoder(tile: CodedTile): Promise<DecodeTiles> {
  const codec = codecString(tile);
  // A browser that has shown that it decodes needs no module, unless it fails after all.
  const module = codec !== null && verdictOn(codec) === 'trusted' ? 'later' : 'now';
  const software = await softwareDecoders[tile.codec]?.(module);
  return software ? decodeByTrusted(software) : decodeByBrowserOnly;
}

/** Makes strips of one format. */
interface Maker {
  make(source: Source, decode: DecodeTiles): Promise<StripResult>;
  /** Forgets codecs that have trapped. */
  drop(): void;
}

/** Loads the code that a strip needs besides its decoder. */
async function loadMaker(task: StripTask, hooks: StripHooks): Promise<Maker> {
  if (task.kind === 'jpeg') {
    encoder ??= loadWasm('jpeg-encoder').then((module) => JpegEncoder.create(module));
    const jpeg = await encoder;
    return {
      make: async (source, decode) => ({
        parts: await runStrip(task, source, decode, jpeg, hooks),
      }),
      drop: () => (encoder = null),
    };
  }
  const { runPngStrip, requirePngTools, dropPngTools } = await import('./run-png.ts');
  const tools = await requirePngTools();
  return {
    make: (source, decode) => runPngStrip(task, source, decode, tools),
    drop: dropPngTools,
  };
}

async function loadTools(
  task: StripTask,
  { planes, ...hooks }: MakeOptions,
): Promise<{ maker: Maker; decode: DecodeTiles }> {
  try {
    const [maker, decode] = await Promise.all([
      loadMaker(task, hooks),
      planes ? handOut(planes) : loadDecoder(task.tiles[0]!),
    ]);
    return { maker, decode };
  } catch (error) {
    encoder = null;
    throw toEngineError(error, 'code-not-loaded');
  }
}

/** For a strip whose only tile is decoded already. */
function handOut(planes: Planes): DecodeTiles {
  return async (_tiles, _data, take) => take(0, planes);
}

/** For fetching and compiling the codecs over a slow line. */
const secondsToLoad = 60;

/** Forty times what a phone of 2018 takes: machines are busy with other things, too. */
const baseSeconds = 8;
const secondsPerMegapixel = 10;

/** All parts of a picture may wait at once for somebody to encode them, 1.5 to 6 bytes a pixel. */
const mostSharedPixels = 24e6;

export interface MakeOptions extends StripHooks {
  /** What the strip is made of, when it is decoded already. */
  planes?: Planes | undefined;
}

/**
 * Makes one strip with this thread's own codecs. A codec that traps is thrown away, and the strip
 * fails with `corrupt-file`.
 */
export async function makeStrip(
  task: StripTask,
  source: Source,
  onDeadline: (seconds: number) => void,
  options: MakeOptions = {},
): Promise<StripResult> {
  onDeadline(secondsToLoad);
  const pixels = task.tiles.reduce((sum, { width, height }) => sum + width * height, 0);
  const handOver = pixels <= mostSharedPixels ? options.handOver : undefined;
  const { maker, decode } = await loadTools(task, { ...options, handOver });
  onDeadline(baseSeconds + (secondsPerMegapixel * pixels) / 1e6);
  try {
    return await maker.make(source, decode);
  } catch (error) {
    if (!(error instanceof EngineError)) maker.drop();
    throw toEngineError(error, 'corrupt-file');
  }
}
