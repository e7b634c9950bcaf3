import { EngineError } from '../errors.ts';
import type { Planes } from '../planes.ts';
import type { CodedTile } from '../strips/task.ts';
import { codecString } from './codec-string.ts';
import { planesOfFrame } from './frame-planes.ts';

/** A browser's decoder has been seen to stay silent for ever; real ones take milliseconds a tile. */
const startMilliseconds = 3000;
const millisecondsPerMegapixel = 2000;

/** Takes the frame that a chunk became, or why there is none. */
type Settle = (outcome: VideoFrame | EngineError) => void;

function failed(message: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', message, { feature: 'video-decoder', cause });
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

/**
 * Decodes tiles with the browser's own video decoder (WebCodecs), one decoder for all of them, each
 * tile a key frame. Whatever goes wrong is `unsupported-feature` (`video-decoder`), after which the
 * decoder is of no more use and software should take over. Not for two callers at once.
 */
export class VideoTileDecoder {
  readonly #decoder: VideoDecoder;
  #configured: CodedTile | null = null;
  #expected: Settle[] = [];
  #timestamp = 0;

  constructor() {
    this.#decoder = new VideoDecoder({
      output: (frame) => {
        const settle = this.#expected.shift();
        if (settle) settle(frame);
        else frame.close();
      },
      error: (cause) => this.#fail(failed(cause.message, cause)),
    });
  }

  /** Decodes all tiles and hands out their planes in order. Planes are the caller's to keep. */
  async decode(
    tiles: readonly CodedTile[],
    data: readonly Uint8Array[],
    take: (index: number, planes: Planes) => void,
  ): Promise<void> {
    const pixels = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
    const limit = startMilliseconds + (millisecondsPerMegapixel * pixels) / 1e6;
    const timer = setTimeout(() => this.#fail(failed(`no frame after ${limit} ms`)), limit);
    try {
      const frames = tiles.map((tile, index) => this.#queue(tile, data[index]!));
      // A frame that comes although its turn is never reached would hold a hardware buffer.
      const flushed = this.#decoder.flush().catch((cause: unknown) => {
        this.#fail(failed('the decoder did not finish', cause));
      });
      try {
        for (const [index, frame] of frames.entries()) {
          take(index, await this.#read(await frame, tiles[index]!));
        }
      } finally {
        for (const frame of frames) void frame.then((each) => each.close()).catch(() => {});
      }
      await flushed;
    } catch (error) {
      const failure = error instanceof EngineError ? error : failed(String(error), error);
      this.#fail(failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#fail(failed('the decoder was closed'));
  }

  #queue(tile: CodedTile, data: Uint8Array): Promise<VideoFrame> {
    const configured = this.#configured;
    if (
      !configured ||
      configured.codec !== tile.codec ||
      configured.width !== tile.width ||
      configured.height !== tile.height ||
      !sameBytes(configured.configuration, tile.configuration)
    ) {
      const configuration = configurationOf(tile);
      if (!configuration) throw failed('a coding without a name');
      this.#decoder.configure(configuration);
      this.#configured = tile;
    }
    const frame = new Promise<VideoFrame>((resolve, reject) => {
      this.#expected.push((outcome) => {
        if (outcome instanceof EngineError) reject(outcome);
        else resolve(outcome);
      });
      const timestamp = this.#timestamp++;
      this.#decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data }));
    });
    // When an earlier frame fails, nobody waits for this one.
    frame.catch(() => {});
    return frame;
  }

  async #read(frame: VideoFrame, tile: CodedTile): Promise<Planes> {
    const planes = await planesOfFrame(frame, tile.gray);
    if (planes.width !== tile.width || planes.height !== tile.height) {
      throw failed(`a frame of ${planes.width}x${planes.height}`);
    }
    return planes;
  }

  #fail(failure: EngineError): void {
    const expected = this.#expected;
    this.#expected = [];
    for (const settle of expected) settle(failure);
    if (this.#decoder.state !== 'closed') this.#decoder.close();
  }
}
