import { isPlanar, planesOfFrame } from '../browser/frame-planes.ts';
import { EngineError, type EngineFeature } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { codecString } from './codec-string.ts';
import type { CodedTile, DecodeTiles, RowListener } from './coded-tile.ts';
import { readInBands } from './read-in-bands.ts';

/**
 * Time limit: some browser decoders never answer, while working ones take milliseconds per tile.
 */
const startMilliseconds = 3000;
const millisecondsPerMegapixel = 2000;

/**
 * How long to wait for a single picture before flushing the decoder. After the first timeout,
 * flushing comes at once. Most decoders deliver without a flush, after which Chromium's has to set
 * itself up again.
 */
const promptMilliseconds = 40;

/** Names of missing features in errors. */
const videoFailure = 'video-decoder';
export const videoSilence = 'video-decoder-silent';

/** Receiver of the frame that a chunk becomes. */
interface Waiting {
  resolve: (frame: VideoFrame) => void;
  reject: (failure: EngineError) => void;
}

function failed(message: string, feature: EngineFeature, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', message, { feature, cause });
}

/** Whether the browser's decoder failed, rather than its caller. */
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
    // AV1 has its parameters in the coded data (AV1 WebCodecs registration).
    ...(tile.codec !== 'av1' && { description: tile.configuration }),
    optimizeForLatency: true,
  };
}

/** Whether this browser claims to decode such tiles. It may still fail, or never answer. */
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

/** Whether a frame, from any decoder, has the tile's size and format. */
export function isFrameOf(
  { visibleRect, format }: VideoFrame,
  { width, height }: CodedTile,
): boolean {
  const isSize = visibleRect?.width === width && visibleRect.height === height;
  return isSize && isPlanar(format);
}

/** Reads a tile's frame, or a range of its rows. `height` is always the whole tile's. */
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

/** Browsers have few frames, so each is closed right after use, even on failure. */
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
  // The first failure ends the loop below, so rejections of later pictures need a handler.
  for (const picture of pictures) picture.catch(() => {});
  for (const [index, picture] of pictures.entries()) take(index, await picture);
}

/**
 * Delivers a tile's frame from the top. Other workers start on its first rows while later ones are
 * read.
 */
export function handOutRows(
  frame: VideoFrame,
  tile: CodedTile,
  take: Take,
  onRows: RowListener | undefined,
): Promise<void> {
  return readInBands(tile, take, onRows, (top, rows) => readFrame(frame, tile, { top, rows }));
}

/**
 * Decodes tiles with the browser's video decoder (WebCodecs). All tiles share one decoder; each is
 * a key frame. Any failure of the decoder is `unsupported-feature`, named `video-decoder`, or
 * `video-decoder-silent` after a timeout. The decoder is then closed, and software should take
 * over.
 */
export class VideoTileDecoder {
  readonly #decoder: VideoDecoder;
  #configured: CodedTile | null = null;
  /** By timestamp, because decoders may reorder frames or deliver several for one chunk. */
  readonly #waiting = new Map<number, Waiting>();
  #timestamp = 0;
  /** False once a single picture has needed a flush. */
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

  /** Browsers also close decoders themselves: on errors, or after a long idle time. */
  get isClosed(): boolean {
    return this.#decoder.state === 'closed';
  }

  /**
   * Decodes all tiles and delivers their planes in order, or the rows of a single tile to `onRows`.
   * The caller owns the planes. Exceptions of `take` and `onRows` pass unchanged.
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
    // Nobody awaits the frame when the decoder rejects the chunk at once.
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
