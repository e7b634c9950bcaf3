import { isPlanar, planesOfFrame } from '../browser/frame-planes.ts';
import { EngineError } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { codecString } from './codec-string.ts';
import type { CodedTile, DecodeTiles, RowListener } from './coded-tile.ts';
import { readInBands } from './read-in-bands.ts';

/** A browser's decoder has been seen to stay silent for ever; real ones take milliseconds a tile. */
const startMilliseconds = 3000;
const millisecondsPerMegapixel = 2000;

/**
 * How long a single picture is waited for before its decoder is flushed, and from then on at once. Most give it
 * without that, after which Chromium's sets itself up anew.
 */
const promptMilliseconds = 40;

/** What failures name as the feature that is missing. */
const videoFailure = 'video-decoder';
export const videoSilence = 'video-decoder-silent';

/** Where the frame goes that a chunk becomes. */
interface Waiting {
  resolve: (frame: VideoFrame) => void;
  reject: (failure: EngineError) => void;
}

function failed(message: string, feature: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', message, { feature, cause });
}

/** Says whether a browser's decoder failed, rather than who used it. */
export function isVideoFailure({ feature }: EngineError): boolean {
  return feature === videoFailure || feature === videoSilence;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function configurationOf(tile: CodedTile): VideoDecoderConfig | null {
  const codec = codecString(tile);
  if (codec === null) return null;
  return {
    codec,
    codedWidth: tile.width,
    codedHeight: tile.height,
    // AV1 has its parameters in the data (AV1 WebCodecs registration).
    ...(tile.codec !== 'av1' && { description: tile.configuration }),
    optimizeForLatency: true,
  };
}

/** Says whether this browser offers to decode such tiles. It may still fail, or never answer. */
export async function canDecodeVideo(tile: CodedTile): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const configuration = configurationOf(tile);
  if (!configuration) return false;
  try {
    return (await VideoDecoder.isConfigSupported(configuration)).supported === true;
  } catch {
    return false;
  }
}

type Take = Parameters<DecodeTiles>[2];

function asVideoFailure(cause: unknown): EngineError {
  if (cause instanceof EngineError && isVideoFailure(cause)) return cause;
  return failed(String(cause), videoFailure, cause);
}

/** Whether a frame has a tile's samples, of whichever decoder. */
export function isFrameOf(
  { visibleRect, format }: VideoFrame,
  { width, height }: CodedTile,
): boolean {
  const isSize = visibleRect?.width === width && visibleRect.height === height;
  return isSize && isPlanar(format);
}

/** A tile's frame, or so many rows of it; `height` is the tile's in any case. */
async function readFrame(
  frame: VideoFrame,
  tile: CodedTile,
  part?: { top: number; rows: number },
): Promise<Planes> {
  try {
    const { width, height } = frame.visibleRect ?? { width: 0, height: 0 };
    if (width !== tile.width || height !== tile.height) {
      throw failed(`a frame of ${width}x${height}`, videoFailure);
    }
    return { ...(await planesOfFrame(frame, tile.gray, part)), height, isOwn: true };
  } catch (cause) {
    throw asVideoFailure(cause);
  }
}

/** Browsers have few frames: each is closed as soon as it is read, whatever comes. */
async function withFrame<T>(
  coming: Promise<VideoFrame>,
  use: (frame: VideoFrame) => Promise<T>,
): Promise<T> {
  const frame = await coming;
  try {
    return await use(frame);
  } finally {
    frame.close();
  }
}

async function handOut(
  frames: readonly Promise<VideoFrame>[],
  tiles: readonly CodedTile[],
  take: Take,
): Promise<void> {
  const pictures = frames.map((coming, index) =>
    withFrame(coming, (frame) => readFrame(frame, tiles[index]!)),
  );
  // When one fails, nobody waits for the others.
  for (const picture of pictures) picture.catch(() => {});
  for (const [index, picture] of pictures.entries()) take(index, await picture);
}

/** Hands out a tile's frame from the top: others begin with its first rows while the next ones are read. */
export function handOutRows(
  frame: VideoFrame,
  tile: CodedTile,
  take: Take,
  onRows: RowListener | undefined,
): Promise<void> {
  return readInBands(tile, take, onRows, (top, rows) => readFrame(frame, tile, { top, rows }));
}

/**
 * Decodes tiles with the browser's own video decoder (WebCodecs), one decoder for all of them, each
 * tile a key frame. Whatever the decoder does wrong is `unsupported-feature`, named `video-decoder`, or
 * `video-decoder-silent` when the time was up. It is closed then, and software should take over.
 */
export class VideoTileDecoder {
  readonly #decoder: VideoDecoder;
  #configured: CodedTile | null = null;
  /** By timestamp: decoders may give frames in an order of their own, or several for one chunk. */
  readonly #waiting = new Map<number, Waiting>();
  #timestamp = 0;
  /** No single picture has made us wait so far. */
  #isPrompt = true;

  constructor() {
    this.#decoder = new VideoDecoder({
      output: (frame) => {
        const waiting = this.#waiting.get(frame.timestamp);
        this.#waiting.delete(frame.timestamp);
        if (waiting) waiting.resolve(frame);
        else frame.close();
      },
      error: (cause) => this.#fail(failed(cause.message, videoFailure, cause)),
    });
  }

  /** Browsers close decoders themselves, too: on errors, and those that have long been idle. */
  get isClosed(): boolean {
    return this.#decoder.state === 'closed';
  }

  /**
   * Decodes all tiles and hands out their planes in order, or the rows of a single one to `onRows`. Planes are
   * the caller's to keep. What `take` and `onRows` throw comes out as it is.
   */
  async decode(...[tiles, data, take, onRows]: Parameters<DecodeTiles>): Promise<void> {
    const pixels = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
    const limit = startMilliseconds + (millisecondsPerMegapixel * pixels) / 1e6;
    const timer = setTimeout(
      () => this.#fail(failed(`no frame after ${limit} ms`, videoSilence)),
      limit,
    );
    let flushing: ReturnType<typeof setTimeout> | undefined;
    try {
      const frames = tiles.map((tile, index) => this.#decodeOne(tile, data[index]!));
      if (tiles.length > 1 || !this.#isPrompt) this.#flush();
      else flushing = setTimeout(() => this.#flushLate(), promptMilliseconds);
      const [tile, ...others] = tiles;
      if (onRows && others.length === 0) {
        await withFrame(frames[0]!, (frame) => handOutRows(frame, tile!, take, onRows));
      } else await handOut(frames, tiles, take);
    } catch (error) {
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(flushing);
    }
  }

  #flushLate(): void {
    this.#isPrompt = false;
    this.#flush();
  }

  #flush(): void {
    this.#decoder.flush().catch((cause: unknown) => {
      this.#fail(failed('the decoder did not finish', videoFailure, cause));
    });
  }

  close(): void {
    this.#fail(failed('the decoder was closed', videoFailure));
  }

  async #decodeOne(tile: CodedTile, data: Uint8Array): Promise<VideoFrame> {
    const timestamp = this.#timestamp++;
    const frame = new Promise<VideoFrame>((resolve, reject) => {
      this.#waiting.set(timestamp, { resolve, reject });
    });
    // Nobody waits for it when the decoder does not even take the chunk.
    frame.catch(() => {});
    try {
      this.#configure(tile);
      this.#decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data }));
      return await frame;
    } catch (cause) {
      throw asVideoFailure(cause);
    }
  }

  #configure(tile: CodedTile): void {
    const configured = this.#configured;
    if (
      configured?.codec === tile.codec &&
      configured.width === tile.width &&
      configured.height === tile.height &&
      sameBytes(configured.configuration, tile.configuration)
    ) {
      return;
    }
    const configuration = configurationOf(tile);
    if (!configuration) throw failed('a coding without a name', videoFailure);
    this.#decoder.configure(configuration);
    this.#configured = tile;
  }

  #fail(failure: EngineError): void {
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    if (!this.isClosed) this.#decoder.close();
  }
}
