import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { movieTracks } from '../../engine/testing/movie-tracks.ts';
import { fixturePath } from './converter-page.ts';

/** A live photo's movie, and the same frames as H.264, which the browser of these tests decodes. */
export const hevcMovie = () => new Uint8Array(readFileSync(fixturePath('live-hevc.mov')));
const sameFrames = () => new Uint8Array(readFileSync(fixturePath('live-frames.mp4')));

/** What the browser is given: how to decode, and each frame with the time at which HEVC shows it. */
function describeFrames() {
  const ofKind = (bytes: Uint8Array) => movieTracks(bytes).find(({ kind }) => kind === 'vide')!;
  const hevc = ofKind(hevcMovie());
  const times = hevc.samples
    .map(({ time }) => Math.round((time * 1e6) / hevc.timescale))
    .toSorted((a, b) => a - b);
  const { avcConfiguration, samples, data } = ofKind(sameFrames());
  return {
    configuration: [...avcConfiguration!],
    frames: data.map((bytes, index) => ({
      bytes: [...bytes],
      time: times[index]!,
      isKey: samples[index]!.isSync,
    })),
  };
}

/**
 * No browser here decodes HEVC. The page gets a `VideoDecoder` that takes it, and gives the frames that the
 * browser's own decoder makes of the same video in H.264; everything else is the browser's own.
 *
 * @param isHeld Whether frames are held back until `releaseFrames` is called in the page.
 */
export async function decodeHevc(page: Page, { isHeld = false } = {}): Promise<void> {
  await page.addInitScript(
    ({ configuration, frames, isHeld: holds }) => {
      const Real = globalThis.VideoDecoder;
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(globalThis, { releaseFrames: resolve });
      if (!holds) resolve();
      // What a page asks for in general, and what is in this movie.
      const known = ['hvc1.1.6.L93.B0', 'hvc1.1.6.L60.90'];
      const isHevc = ({ codec }: VideoDecoderConfig) => codec.startsWith('hvc1');

      class WithHevc extends Real {
        #isHevc = false;
        #next = 0;

        static override async isConfigSupported(config: VideoDecoderConfig) {
          if (isHevc(config)) return { supported: known.includes(config.codec), config };
          return Real.isConfigSupported(config);
        }

        override configure(config: VideoDecoderConfig) {
          this.#isHevc = isHevc(config);
          const description = Uint8Array.from(configuration);
          const same = { codec: 'avc1.640014', codedWidth: 320, codedHeight: 240, description };
          super.configure(this.#isHevc ? same : config);
        }

        override decode(chunk: EncodedVideoChunk) {
          const frame = frames[this.#next];
          if (!this.#isHevc) return super.decode(chunk);
          if (frame === undefined) throw new TypeError('there are no more frames');
          this.#next += 1;
          const data = Uint8Array.from(frame.bytes);
          const type = frame.isKey ? 'key' : 'delta';
          super.decode(new EncodedVideoChunk({ type, timestamp: frame.time, data }));
        }

        override async flush() {
          if (this.#isHevc) await promise;
          return super.flush();
        }
      }
      globalThis.VideoDecoder = WithHevc;
    },
    { ...describeFrames(), isHeld },
  );
}
