import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackagedCodec } from './packaged-codec.ts';

/** The same as `(module (memory (export "m") 1))`. */
const memoryModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 109, 2, 0,
]);

vi.mock('./load.ts', () => ({ loadWasm: () => WebAssembly.compile(memoryModule) }));

interface LoaderOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): unknown;
}

/** A package as jSquash makes them: `init` puts an instance in the place of the last. */
class FakePackage {
  instance: WebAssembly.Instance | null = null;
  readonly all: WebAssembly.Instance[] = [];

  readonly init = async (_: WebAssembly.Module, options: LoaderOptions): Promise<void> => {
    this.instance = null;
    options.instantiateWasm({}, (instance) => {
      this.instance = instance;
      this.all.push(instance);
    });
  };

  readonly grow = async (megabytes: number): Promise<void> => {
    (this.instance!.exports.m as WebAssembly.Memory).grow(megabytes * 16);
  };
}

let fake: FakePackage;
let codec: PackagedCodec;

beforeEach(() => {
  vi.useFakeTimers();
  fake = new FakePackage();
  codec = new PackagedCodec('webp-encoder', fake.init);
});

afterEach(() => vi.useRealTimers());

test('one instance serves call after call, however long it rests between them', async () => {
  await codec.use(() => fake.grow(20));
  vi.advanceTimersByTime(3_600_000);
  await codec.use(() => fake.grow(20));
  expect(fake.all).toHaveLength(1);
  expect(fake.instance).not.toBeNull();
});

test('an instance that has stopped halfway is not used again', async () => {
  const failing = codec.use(() => Promise.reject(new Error('unreachable')));
  await expect(failing).rejects.toThrow('unreachable');
  await codec.use(() => fake.grow(1));
  expect(fake.all).toHaveLength(2);
});

test('a large memory is given back at rest, and the next call has a new instance', async () => {
  await codec.use(() => fake.grow(100));
  expect(fake.instance).not.toBeNull();
  vi.advanceTimersByTime(6_000);
  expect(fake.instance).toBeNull();
  await codec.use(() => fake.grow(1));
  expect(fake.all).toHaveLength(2);
});

test('large pictures that follow each other share an instance', async () => {
  await codec.use(() => fake.grow(100));
  for (let picture = 0; picture < 5; picture++) {
    vi.advanceTimersByTime(2_000);
    await codec.use(() => fake.grow(1));
  }
  expect(fake.all).toHaveLength(1);
});

test('a large instance is not taken away from a call that takes longer than the rest', async () => {
  await codec.use(() => fake.grow(100));
  vi.advanceTimersByTime(4_000);
  await codec.use(async () => {
    vi.advanceTimersByTime(20_000);
    expect(fake.instance).not.toBeNull();
  });
});

test('a large instance is not taken away from a call that began before another ended', async () => {
  await codec.use(async () => {
    await codec.use(() => fake.grow(100));
    vi.advanceTimersByTime(20_000);
    expect(fake.instance).not.toBeNull();
  });
  vi.advanceTimersByTime(6_000);
  expect(fake.instance).toBeNull();
});
