import { EngineError, toEngineError } from '../errors.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { HuffmanTables } from '../formats/jpeg/encoder/tables.ts';
import type { BegunFrame } from '../browser/image-decoder.ts';
import { mostPixelsAtOnce } from '../geometry.ts';
import { release } from '../bytes/release.ts';
import { buffersOf, type Planes } from '../planes/planes.ts';
import { loadDecoder } from '../tiles/choose-decoder.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import type { ReadableFile } from '../tiles/read-tiles.ts';
import { loadWasm } from '../wasm/load.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import { baseSeconds, secondsToLoad } from './deadlines.ts';
import type { Maker } from './maker.ts';
import { type StripHooks, runStrip } from './run-jpeg.ts';
import { findVp8 } from './strip-output.ts';
import type { MadeStrip } from './tasks/result.ts';
import type { SharedStripTask } from './tasks/task.ts';

const encoder = new ThreadCodec(async () => JpegEncoder.create(await loadWasm('jpeg-encoder')));

/** Loads the code that a strip needs besides its decoder. */
async function loadMaker(
  task: SharedStripTask,
  planes: Planes | undefined,
  hooks: StripHooks,
): Promise<Maker> {
  if (task.kind === 'jpeg') {
    const { output } = task;
    const resizes = output.kind === 'samples' && output.resampling !== null;
    // Loads quickly, because the page has requested the codecs already.
    const resizing = resizes ? await import('../transform/plane-resampler.ts') : null;
    const codecs = [encoder, resizing?.planeResampler, await findVp8(task)] as const;
    const [jpeg, resampler = null, vp8 = null] = await Promise.all([
      codecs[0].require(),
      codecs[1]?.require(),
      codecs[2]?.require(),
    ]);
    return {
      make: (source, decode) =>
        runStrip(task, source, decode, { encoder: jpeg, resampler, vp8 }, hooks),
      drop: () => codecs.forEach((codec) => codec?.drop()),
    };
  }
  if (task.kind === 'tone') {
    const { loadToneMaker } = await import('./run-tone.ts');
    return loadToneMaker(task, encoder, hooks);
  }
  if (task.kind === 'pixels') {
    const { loadPixelMaker } = await import('./run-pixels.ts');
    return loadPixelMaker(task, encoder, planes, hooks);
  }
  const { loadPngMaker } = await import('./run-png.ts');
  return loadPngMaker(task, planes);
}

async function loadTools(
  task: SharedStripTask,
  { planes, begun, ...hooks }: MakeOptions,
  onLoad: LoadListener,
): Promise<{ maker: Maker; decode: DecodeTiles }> {
  try {
    const [maker, decode] = await Promise.all([
      loadMaker(task, planes, hooks),
      planes ? handOut(planes) : loadTileDecoder(task, begun, onLoad),
    ]);
    return { maker, decode };
  } catch (error) {
    throw toEngineError(error, 'code-not-loaded');
  }
}

/** Called when a decoder begins to load code of its own, and when that is loaded. */
type LoadListener = (state: 'begins' | 'done') => void;

/**
 * Loads the decoder for a tile. Some formats have their own in `formats/`, because `tiles/` does
 * not know formats.
 */
async function loadTileDecoder(
  task: SharedStripTask,
  begun: BegunFrame | undefined,
  onLoad: LoadListener,
): Promise<DecodeTiles> {
  const tile = task.tiles[0]!;
  if (tile.codec === 'file') {
    const { decodeFileTiles } = await import('../formats/decode-file-tiles.ts');
    return decodeFileTiles(onLoad);
  }
  if (tile.codec === 'png') {
    const { loadPngTiles } = await import('../formats/png/decode-tiles.ts');
    return loadPngTiles(task, begun);
  }
  if (tile.codec !== 'webp') return loadDecoder(tile, begun);
  const { decodeWebpTiles } = await import('../formats/webp/decode-tiles.ts');
  return decodeWebpTiles(begun);
}

/** For a strip whose only tile is decoded already. */
function handOut(planes: Planes): DecodeTiles {
  return async (_tiles, _data, take) => take(0, planes);
}

/** Asks for time to load code, unless the code is there already. */
async function withTimeToLoad<Code>(
  loading: Promise<Code>,
  onDeadline: (seconds: number) => void,
): Promise<Code> {
  const asking = setTimeout(onDeadline, 0, secondsToLoad);
  try {
    return await loading;
  } finally {
    clearTimeout(asking);
  }
}

/** Forty times what a phone of 2018 takes, because machines are busy with other things, too. */
const secondsPerMegapixel = 10;

export interface MakeOptions extends StripHooks {
  /**
   * The decoded planes of the strip, if there are any. They are released unless the task returns
   * them.
   */
  planes?: Planes | undefined;
  /** The strip's file, if the browser has begun to decode it. */
  begun?: BegunFrame | undefined;
}

/**
 * Makes one strip with this thread's own codecs. A codec that traps is discarded, and the strip
 * fails with `corrupt-file`.
 */
export async function makeStrip(
  task: SharedStripTask,
  source: ReadableFile,
  onDeadline: (seconds: number) => void,
  options: MakeOptions = {},
): Promise<MadeStrip> {
  const pixels = task.tiles.reduce((sum, { width, height }) => sum + width * height, 0);
  // All parts may wait for workers at the same time, with 1.5 to 6 bytes per pixel.
  const sharing = pixels <= mostPixelsAtOnce ? options.sharing : undefined;
  const seconds = baseSeconds + (secondsPerMegapixel * pixels) / 1e6;
  const onLoad: LoadListener = (state) => onDeadline(state === 'begins' ? secondsToLoad : seconds);
  const loading = loadTools(task, { ...options, sharing }, onLoad);
  const { maker, decode } = await withTimeToLoad(loading, onDeadline);
  onDeadline(seconds);
  try {
    const made = await maker.make(source, decode);
    const { planes } = options;
    const givesBack = made.kind !== 'kept' && task.kind === 'jpeg' && task.givesBack;
    if (planes && givesBack) return { ...made, planes };
    if (planes) buffersOf(planes).forEach(release);
    return made;
  } catch (error) {
    if (!(error instanceof EngineError)) maker.drop();
    throw toEngineError(error, 'corrupt-file');
  }
}

/**
 * Writes the scan data of consecutive strips of a JPEG, see `JpegEncoder.writeScan`. `onSpent` gets
 * their tokens, which are no longer needed; by default they are released. Throws as `makeStrip`
 * does.
 */
export async function makeScan(
  tokens: readonly Uint8Array[],
  huffman: HuffmanTables,
  onDeadline: (seconds: number) => void,
  onSpent: (buffer: ArrayBufferLike) => void = release,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const loading = encoder.require().catch((error: unknown) => {
      throw toEngineError(error, 'code-not-loaded');
    });
    const jpeg = await withTimeToLoad(loading, onDeadline);
    const scan = jpeg.writeScan(tokens, huffman);
    for (const { buffer } of tokens) onSpent(buffer);
    return scan;
  } catch (error) {
    encoder.drop();
    throw toEngineError(error, 'encode-failed');
  }
}
