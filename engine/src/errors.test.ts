import { expect, test } from 'vitest';
import * as errors from './errors.ts';

const { EngineError } = errors;

test('an error of the engine is one whichever copy of the module it comes from', async () => {
  const address = './errors.ts?copy';
  const copy = (await import(/* @vite-ignore */ address)) as typeof errors;
  expect(copy.EngineError).not.toBe(EngineError);
  expect(new copy.EngineError('too-large', 'x')).toBeInstanceOf(EngineError);
  expect(copy.toEngineError(new EngineError('too-large', 'x'), 'corrupt-file').code).toBe(
    'too-large',
  );
  expect(new Error('x')).not.toBeInstanceOf(EngineError);
  expect({ name: 'EngineError' }).not.toBeInstanceOf(EngineError);
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  new ReferenceError('x is not defined'),
])('a fault of our own code is reported as such, not as damage: %s', (thrown) => {
  for (const fallback of ['corrupt-file', 'encode-failed', 'code-not-loaded'] as const) {
    const { code, message, cause } = errors.toEngineError(thrown, fallback);
    expect({ code, message, cause }).toEqual({
      code: 'internal-error',
      message: thrown.message,
      cause: thrown,
    });
  }
});

test.each([
  [new RangeError('Offset is outside the bounds of the DataView'), 'corrupt-file'],
  [new WebAssembly.RuntimeError('unreachable'), 'corrupt-file'],
  [new RangeError('Array buffer allocation failed'), 'out-of-memory'],
  [
    new TypeError('Failed to fetch dynamically imported module: https://a.example/b.js'),
    'code-not-loaded',
  ],
  [new TypeError("'text/html' is not a valid JavaScript MIME type."), 'code-not-loaded'],
] as const)(
  'what a file, the memory or the network causes is no fault of ours: %s',
  (thrown, code) => {
    expect(errors.toEngineError(thrown, 'corrupt-file').code).toBe(code);
  },
);
