import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { movieTracks } from '../../testing/movie-tracks.ts';
import { mutate } from '../../testing/mutate.ts';
import { bytesOfBlob, contains, fixture } from '../../testing/pictures.ts';
import { EngineError } from '../errors.ts';
import { canRecodeVideo, recodeVideo } from './recode-video.ts';

/** What the codecs of these tests do otherwise than good ones. */
let fault: 'none' | 'loses-a-frame' | 'silent' | 'fails' | 'reorders' = 'none';

interface Chunk {
  type: 'key' | 'delta';
  timestamp: number;
}

/** Codecs that pass numbers on: a decoder in the order of showing, an encoder in the order asked for. */
class Codec extends EventTarget {
  state = 'unconfigured';
  decodeQueueSize = 0;
  encodeQueueSize = 0;
  readonly #held: Chunk[] = [];
  #shown = 0;
  readonly #output: (given: unknown, metadata?: unknown) => void;
  readonly #error: (error: Error) => void;

  constructor({ output, error }: { output: () => void; error: (error: Error) => void }) {
    super();
    this.#output = output;
    this.#error = error;
  }

  configure() {
    this.state = 'configured';
  }

  close() {
    this.state = 'closed';
  }

  decode(chunk: Chunk) {
    if (fault === 'silent') return;
    if (fault === 'fails') {
      this.#error(new Error('the decoder has had enough'));
      return;
    }
    this.#held.push(chunk);
    this.#held.sort((a, b) => a.timestamp - b.timestamp);
    if (this.#held.length > 4) this.#show();
  }

  #show() {
    const { timestamp } = this.#held.shift()!;
    this.#shown += 1;
    if (fault === 'loses-a-frame' && this.#shown === 7) return;
    this.#output({ timestamp, colorSpace: {}, close: () => {} });
  }

  encode({ timestamp }: Chunk, { keyFrame }: { keyFrame: boolean }) {
    this.#held.push({ timestamp, type: keyFrame ? 'key' : 'delta' });
    // As encoders do that look ahead: of each three frames the last comes first.
    if (fault === 'reorders' && this.#held.length < 3) return;
    const last = this.#held.pop()!;
    for (const chunk of [last, ...this.#held.splice(0)]) this.#code(chunk);
  }

  #code({ timestamp, type }: Chunk) {
    const data = new TextEncoder().encode(`frame at ${timestamp}`);
    const copyTo = (to: Uint8Array) => to.set(data);
    const decoderConfig = { description: Uint8Array.of(1, 0x64, 0, 30).buffer };
    this.#output({ timestamp, type, byteLength: data.length, copyTo }, { decoderConfig });
  }

  async flush(): Promise<void> {
    if (fault === 'silent') await new Promise(() => {});
    while (this.#held.length > 0) {
      if ('type' in this.#held[0]! && this.encodes) this.#code(this.#held.shift()!);
      else this.#show();
    }
  }

  get encodes() {
    return false;
  }
}

class Encoder extends Codec {
  override get encodes() {
    return true;
  }
}

const supports = (pattern: RegExp) => async (config: { codec: string }) => ({
  supported: pattern.test(config.codec),
});

beforeEach(() => {
  fault = 'none';
  vi.stubGlobal('EncodedVideoChunk', function chunk(parts: Chunk) {
    return parts;
  });
  vi.stubGlobal(
    'VideoDecoder',
    Object.assign(class extends Codec {}, { isConfigSupported: supports(/^hvc1\.1\.6\.L60\.90$/) }),
  );
  vi.stubGlobal(
    'VideoEncoder',
    Object.assign(class extends Encoder {}, { isConfigSupported: supports(/^avc1\.4D001E$/) }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const movie = async () => new Blob([await fixture('live-hevc.mov')], { type: 'video/quicktime' });

const shownAt = (samples: { time: number }[]) =>
  samples.map(({ time }) => time).toSorted((a, b) => a - b);

describe.each(['none', 'reorders'] as const)('recoding a video (%s)', (kind) => {
  test('keeps frames, times, sound, turn, place and date', async () => {
    fault = kind;
    const before = await bytesOfBlob(await movie());
    const heard: number[] = [];
    const recoded = await recodeVideo(await movie(), { onProgress: (part) => heard.push(part) });
    const after = await bytesOfBlob(recoded);
    expect(recoded.type).toBe('video/quicktime');
    const [wasVideo, wasSound] = movieTracks(before);
    const [video, sound] = movieTracks(after);
    expect([video!.coding, video!.avcConfiguration]).toEqual([
      'avc1',
      Uint8Array.of(1, 0x64, 0, 30),
    ]);
    expect(shownAt(video!.samples)).toEqual(shownAt(wasVideo!.samples));
    for (const [index, { time }] of video!.samples.entries()) {
      const at = Math.round((time * 1e6) / video!.timescale);
      expect(new TextDecoder().decode(video!.data[index])).toBe(`frame at ${at}`);
    }
    const durations = (samples: { duration: number }[]) =>
      samples.reduce((sum, { duration }) => sum + duration, 0);
    expect(durations(video!.samples)).toBe(durations(wasVideo!.samples));
    expect(video!.samples.filter(({ isSync }) => isSync)).toHaveLength(
      wasVideo!.samples.filter(({ isSync }) => isSync).length,
    );
    expect(sound).toEqual({ ...wasSound, samples: sound!.samples });
    expect(sound!.data.length).toBe(53);
    const header = (bytes: Uint8Array, type: string, length: number) => {
      const at = Buffer.from(bytes).indexOf(type);
      return bytes.slice(at, at + length);
    };
    for (const [type, length] of [
      ['mvhd', 104],
      ['tkhd', 88],
      ['elst', 24],
      ['colr', 14],
    ] as const)
      expect(header(after, type, length)).toEqual(header(before, type, length));
    expect(contains(after, '+37.3300-122.0300/')).toBe(true);
    expect(contains(after, 'hvcC')).toBe(false);
    expect(heard.at(-1)).toBe(1);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    // What was recoded is H.264: there is nothing more to do with it.
    expect(await canRecodeVideo(recoded)).toBe(false);
  });
});

/** The movie with its header in front of the samples, whose places then depend on its length. */
async function headerFirst(): Promise<Blob> {
  const bytes = await bytesOfBlob(await movie());
  const at = Buffer.from(bytes).indexOf('moov') - 4;
  const moov = bytes.slice(at);
  const mdat = Buffer.from(bytes).indexOf('mdat') - 4;
  const view = new DataView(moov.buffer);
  for (let found = 0; (found = Buffer.from(moov).indexOf('stco', found + 1)) > 0;) {
    for (let row = 0; row < view.getUint32(found + 8); row++) {
      const place = found + 12 + row * 4;
      view.setUint32(place, view.getUint32(place) + moov.length);
    }
  }
  return new Blob([bytes.slice(0, mdat), moov, bytes.slice(mdat, at)]);
}

test('finds sound and frames where a longer header has moved them', async () => {
  const [, wasSound] = movieTracks(await bytesOfBlob(await movie()));
  const [video, sound] = movieTracks(await bytesOfBlob(await recodeVideo(await headerFirst())));
  expect(sound!.data).toEqual(wasSound!.data);
  expect(new TextDecoder().decode(video!.data[0])).toBe(
    `frame at ${Math.round((video!.samples[0]!.time * 1e6) / video!.timescale)}`,
  );
});

test('says whether this browser has both codecs for this very video', async () => {
  expect(await canRecodeVideo(await movie())).toBe(true);
  vi.stubGlobal('VideoEncoder', Object.assign(Encoder, { isConfigSupported: supports(/^vp8/) }));
  expect(await canRecodeVideo(await movie())).toBe(false);
  vi.stubGlobal('VideoDecoder', undefined);
  expect(await canRecodeVideo(await movie())).toBe(false);
});

test.each([
  ['10 bits', 'hvcC', 18, 0xfa],
  ['HLG', 'colr', 11, 18],
])('offers nothing for %s, of which H.264 would lose something', async (_, box, offset, value) => {
  const bytes = await bytesOfBlob(await movie());
  bytes[Buffer.from(bytes).indexOf(box) + 4 + offset - (box === 'colr' ? 4 : 0)] = value;
  expect(await canRecodeVideo(new Blob([bytes]))).toBe(false);
});

test.each([
  ['fails', 'encode-failed', 'had enough'],
  ['loses-a-frame', 'encode-failed', '28 of 29 frames'],
] as const)('gives no video of a codec that %s', async (kind, code, words) => {
  fault = kind;
  await expect(recodeVideo(await movie())).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words) as string,
  });
});

test('does not wait for ever for a codec that says nothing', async () => {
  fault = 'silent';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const recoding = recodeVideo(await movie()).catch((error: unknown) => error);
  for (let second = 0; second < 25; second++) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(await recoding).toMatchObject({ code: 'timed-out' });
});

test('stops when it is canceled', async () => {
  const controller = new AbortController();
  const recoding = recodeVideo(await movie(), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(recoding).rejects.toMatchObject({ code: 'canceled' });
});

test('refuses damaged movies with an error of its own, or makes a movie of them', async () => {
  const bytes = await fixture('live-hevc.mov');
  for (let seed = 1; seed <= 300; seed++) {
    const damaged = new Blob([mutate(bytes, seed) as Uint8Array<ArrayBuffer>]);
    const end = await recodeVideo(damaged).catch((error: unknown) => error);
    expect([seed, end instanceof Blob || end instanceof EngineError]).toEqual([seed, true]);
  }
});
