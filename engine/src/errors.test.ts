import { expect, it } from 'vitest';
import * as errors from './errors.ts';

const { EngineError } = errors;

it('an error of the engine is one whichever copy of the module it comes from', async () => {
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
