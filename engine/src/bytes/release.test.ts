import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let release: (buffer: ArrayBufferLike) => void;

beforeEach(async () => {
  vi.resetModules();
  ({ release } = await import('./release.ts'));
});

afterEach(() => vi.unstubAllGlobals());

test('empties what is given back', () => {
  const buffer = new ArrayBuffer(100);
  release(buffer);
  expect(buffer.byteLength).toBe(0);
});

test.each<[string, unknown]>([
  ['no channels', undefined],
  [
    'channels that hand nothing over',
    class {
      port1 = {
        postMessage() {
          throw new TypeError('Transfer list is not supported');
        },
      };
      port2 = { close() {} };
    },
  ],
])('leaves it to the collector in a runtime with %s', (_, channel) => {
  vi.stubGlobal('MessageChannel', channel);
  const buffer = new ArrayBuffer(100);
  expect(() => {
    release(buffer);
    release(buffer);
  }).not.toThrow();
});
