import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixture } from '../../testing/pictures.ts';
import type { Pool } from '../pool.ts';
import type { Verdict } from '../video/verdicts.ts';

/** A browser's decoder that says it can decode everything, and then does as it is told. */
function offerDecoder(decode: (fail: (error: DOMException) => void) => void) {
  const created = vi.fn<() => void>();
  class FakeDecoder {
    state = 'unconfigured';
    readonly #error: (error: DOMException) => void;

    static isConfigSupported(config: unknown) {
      return Promise.resolve({ supported: true, config });
    }

    constructor({ error }: { error: (error: DOMException) => void }) {
      this.#error = error;
      created();
    }

    configure() {
      this.state = 'configured';
    }

    decode() {
      decode(this.#error);
    }

    flush() {
      return new Promise(() => {});
    }

    close() {
      this.state = 'closed';
    }
  }
  vi.stubGlobal('VideoDecoder', FakeDecoder);
  class FakeChunk {
    readonly type = 'key';
  }
  vi.stubGlobal('EncodedVideoChunk', FakeChunk);
  return created;
}

/** The engine with nothing known of this browser. */
async function freshEngine(): Promise<{ pool: Pool; heard: [string, Verdict][] }> {
  vi.resetModules();
  const { createPool } = await import('../index.ts');
  const { onVerdict } = await import('../video/verdicts.ts');
  const heard: [string, Verdict][] = [];
  onVerdict((codec, verdict) => heard.push([codec, verdict]));
  return { pool: createPool(), heard };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a video decoder that the browser offers', () => {
  it('and that stays silent holds nothing up', async () => {
    const { pool } = await freshEngine();
    const file = new Blob([await fixture('grid.heic')]);
    const created = offerDecoder(() => {});
    const started = performance.now();
    const result = await pool.convert(file);
    // The patience with decoders is three seconds.
    expect(performance.now() - started).toBeLessThan(2500);
    expect(result.blob.size).toBeGreaterThan(1000);
    expect(created).toHaveBeenCalledTimes(1);
  });

  it('and that fails is found out on one tile and not asked again', async () => {
    const { pool, heard } = await freshEngine();
    const file = new Blob([await fixture('grid.heic')]);
    const created = offerDecoder((fail) => fail(new DOMException('no', 'EncodingError')));
    await pool.convert(file);
    await vi.waitFor(() => expect(heard).toEqual([[expect.stringMatching(/^hvc1/), 'distrusted']]));
    await pool.convert(file);
    expect(created).toHaveBeenCalledTimes(1);
  });
});
