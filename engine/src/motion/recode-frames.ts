import { EngineError, toEngineError } from '../errors.ts';
import type { JobOptions } from '../options.ts';
import type { HevcTrack } from './hevc-track.ts';
import type { CodedFrame, CodedTrack, VideoColor } from './replace-tracks.ts';

/**
 * Most frames waiting for a codec. Browsers have few per codec, and some stall when none are
 * returned.
 */
const maxWaiting = 4;

/** Milliseconds without a frame after which a codec counts as dead. Working ones need a few. */
const patience = 20_000;

/** ITU-T H.264, table A-1: macroblocks per frame and per second, and kbit/s (High profile). */
const levels = [
  { level: 30, frame: 1620, second: 40_500, rate: 12_500 },
  { level: 31, frame: 3600, second: 108_000, rate: 17_500 },
  { level: 40, frame: 8192, second: 245_760, rate: 25_000 },
  { level: 42, frame: 8704, second: 522_240, rate: 62_500 },
  { level: 51, frame: 36_864, second: 983_040, rate: 300_000 },
  { level: 52, frame: 36_864, second: 2_073_600, rate: 300_000 },
];

/** High, Main and Constrained Baseline, as bytes of the configuration record. */
const profiles = ['6400', '4D00', '42E0'];

/** H.264 needs about 1.5 times HEVC's bit rate for the same quality. */
const rateOfHevc = 1.5;

/** A lower bit rate is visible, at any size of a photo's video. */
const leastRate = 1_000_000;

/** Code points of ITU-T H.273, by WebCodecs name. */
const colorCodes: Record<'primaries' | 'transfer' | 'matrix', Record<string, number>> = {
  primaries: { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020: 9, smpte432: 12 },
  transfer: { bt709: 1, smpte170m: 6, linear: 8, 'iec61966-2-1': 13 },
  matrix: { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, 'bt2020-ncl': 9 },
};

const microseconds = (time: number, { timescale }: HevcTrack) =>
  Math.round((time * 1e6) / timescale);

function decoderFor({ codec, width, height, configuration }: HevcTrack): VideoDecoderConfig {
  const description = new Uint8Array(configuration);
  return { codec, codedWidth: width, codedHeight: height, description };
}

/** Encoder configurations to try, best first. */
function encodersFor({ width, height, timescale, samples }: HevcTrack): VideoEncoderConfig[] {
  const ticks = samples.reduce((sum, { duration }) => sum + duration, 0);
  const seconds = Math.max(ticks, 1) / timescale;
  const bytes = samples.reduce((sum, { size }) => sum + size, 0);
  const framerate = samples.length / seconds;
  const frame = Math.ceil(width / 16) * Math.ceil(height / 16);
  const bitrate = Math.round(Math.max(leastRate, ((bytes * 8) / seconds) * rateOfHevc));
  const found = levels.find(
    (each) =>
      each.frame >= frame && each.second >= frame * framerate && each.rate * 1000 >= bitrate,
  );
  if (!found) return [];
  return profiles.map((profile) => ({
    codec: `avc1.${profile}${found.level.toString(16).toUpperCase().padStart(2, '0')}`,
    width,
    height,
    bitrate,
    framerate,
    avc: { format: 'avc' },
  }));
}

/** Codec configurations with which this browser can recode a track. `null` where it cannot. */
export async function findCodecs(
  track: HevcTrack,
): Promise<{ decoder: VideoDecoderConfig; encoder: VideoEncoderConfig } | null> {
  if (typeof VideoDecoder === 'undefined' || typeof VideoEncoder === 'undefined') return null;
  const decoder = decoderFor(track);
  try {
    if (!(await VideoDecoder.isConfigSupported(decoder)).supported) return null;
    for (const encoder of encodersFor(track)) {
      if ((await VideoEncoder.isConfigSupported(encoder)).supported) return { decoder, encoder };
    }
  } catch {
    // Browsers reject configurations that they do not understand.
  }
  return null;
}

function colorOf({ colorSpace }: VideoFrame): VideoColor | null {
  const codeOf = (kind: keyof typeof colorCodes) => colorCodes[kind][colorSpace[kind] ?? ''];
  const [primaries, transfer, matrix] = [codeOf('primaries'), codeOf('transfer'), codeOf('matrix')];
  if (primaries === undefined || transfer === undefined || matrix === undefined) return null;
  return { primaries, transfer, matrix, isFullRange: colorSpace.fullRange ?? false };
}

/** A promise that only rejects: on a codec's error, on cancellation, or after a timeout. */
function watchFor(signal: AbortSignal | undefined) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const cancel = () => reject(new EngineError('canceled', 'the recoding was canceled'));
  const isLate = () => reject(new EngineError('timed-out', `no frame in ${patience} ms`));
  let timer = setTimeout(isLate, patience);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  return {
    promise,
    reject,
    wait() {
      clearTimeout(timer);
      timer = setTimeout(isLate, patience);
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    },
  };
}

/** Settles when one of the codecs has room for more. Also polls, for browsers without the event. */
async function untilDequeued(codecs: readonly EventTarget[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, 50);
  for (const codec of codecs) codec.addEventListener('dequeue', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/**
 * Decodes a track's frames and encodes them as H.264, each with its original time. Rejects with an
 * EngineError: `canceled`, `timed-out`, or `encode-failed` for a codec's error or a missing frame.
 */
export async function recodeFrames(
  movie: Blob,
  track: HevcTrack,
  codecs: { decoder: VideoDecoderConfig; encoder: VideoEncoderConfig },
  { signal, onProgress }: JobOptions,
): Promise<CodedTrack> {
  const { samples } = track;
  const times = new Map(
    samples.map(({ time, isSync }) => [microseconds(time, track), { time, isSync }]),
  );
  const frames: CodedFrame[] = [];
  let configuration: Uint8Array | null = null;
  let color: VideoColor | null = null;
  const watch = watchFor(signal);
  const fail = (cause: unknown) => watch.reject(toEngineError(cause, 'encode-failed'));

  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      watch.wait();
      const { description } = metadata?.decoderConfig ?? {};
      if (description && configuration === null) configuration = copyOf(description);
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const time = times.get(chunk.timestamp)?.time;
      if (time === undefined) return;
      frames.push({ data, time, isSync: chunk.type === 'key' });
      onProgress?.(frames.length / samples.length);
    },
    error: fail,
  });
  const decoder = new VideoDecoder({
    output(frame) {
      watch.wait();
      try {
        color ??= colorOf(frame);
        const known = times.get(frame.timestamp);
        if (known) encoder.encode(frame, { keyFrame: known.isSync });
      } catch (error) {
        fail(error);
      } finally {
        frame.close();
      }
    },
    error: fail,
  });

  async function feed(): Promise<void> {
    for (const { start, size, time, duration, isSync } of samples) {
      while (Math.max(decoder.decodeQueueSize, encoder.encodeQueueSize) > maxWaiting)
        await Promise.race([untilDequeued([decoder, encoder]), watch.promise]);
      const data = await movie.slice(start, start + size).arrayBuffer();
      // A failure elsewhere may have closed it.
      if (decoder.state !== 'configured') return;
      decoder.decode(
        new EncodedVideoChunk({
          type: isSync ? 'key' : 'delta',
          timestamp: microseconds(time, track),
          duration: microseconds(duration, track),
          data,
        }),
      );
    }
    await decoder.flush();
    await encoder.flush();
  }

  try {
    decoder.configure(codecs.decoder);
    encoder.configure(codecs.encoder);
    await Promise.race([feed(), watch.promise]);
    if (frames.length !== samples.length || configuration === null)
      throw new EngineError('encode-failed', `${frames.length} of ${samples.length} frames`);
    return { frames, configuration, color };
  } catch (error) {
    throw toEngineError(error, 'encode-failed');
  } finally {
    watch.end();
    for (const codec of [decoder, encoder]) if (codec.state !== 'closed') codec.close();
  }
}

function copyOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}
