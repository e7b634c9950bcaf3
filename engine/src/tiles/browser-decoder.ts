import { planesOfFrame } from '../browser/frame-planes.ts';
import { EngineError } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { codecString } from './codec-string.ts';
import type { CodedTile } from './coded-tile.ts';

/** A browser's decoder has been seen to stay silent for ever; real ones take milliseconds a tile. */
const startMilliseconds = 3000;
const millisecondsPerMegapixel = 2000;

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

/** The frame's planes; the frame is closed whatever comes, for browsers have few of them. */
async function readFrame(frame: VideoFrame, tile: CodedTile): Promise<Planes> {
  try {
    const planes = await planesOfFrame(frame, tile.gray);
    if (planes.width === tile.width && planes.height === tile.height) return planes;
    throw failed(`a frame of ${planes.width}x${planes.height}`, videoFailure);
  } finally {
    frame.close();
  }
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
   * Decodes all tiles and hands out their planes in order. Planes are the caller's to keep. What `take`
   * throws comes out as it is.
   */
  async decode(
    tiles: readonly CodedTile[],
    data: readonly Uint8Array[],
    take: (index: number, planes: Planes) => void,
  ): Promise<void> {
    const pixels = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
    const limit = startMilliseconds + (millisecondsPerMegapixel * pixels) / 1e6;
    const timer = setTimeout(
      () => this.#fail(failed(`no frame after ${limit} ms`, videoSilence)),
      limit,
    );
    try {
      const pictures = tiles.map((tile, index) => this.#decodeOne(tile, data[index]!));
      // When one fails, nobody waits for the others.
      for (const picture of pictures) picture.catch(() => {});
      this.#decoder.flush().catch((cause: unknown) => {
        this.#fail(failed('the decoder did not finish', videoFailure, cause));
      });
      for (const [index, picture] of pictures.entries()) take(index, await picture);
    } catch (error) {
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#fail(failed('the decoder was closed', videoFailure));
  }

  async #decodeOne(tile: CodedTile, data: Uint8Array): Promise<Planes> {
    const timestamp = this.#timestamp++;
    const frame = new Promise<VideoFrame>((resolve, reject) => {
      this.#waiting.set(timestamp, { resolve, reject });
    });
    // Nobody waits for it when the decoder does not even take the chunk.
    frame.catch(() => {});
    try {
      this.#configure(tile);
      this.#decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data }));
      return await readFrame(await frame, tile);
    } catch (cause) {
      if (cause instanceof EngineError && isVideoFailure(cause)) throw cause;
      throw failed(String(cause), videoFailure, cause);
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
