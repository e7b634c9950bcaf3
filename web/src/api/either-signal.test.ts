import { expect, test } from 'vitest';
import { eitherSignal } from './either-signal.ts';

test('aborts with the first that does, and for its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const either = eitherSignal(first.signal, second.signal);
  expect(either.aborted).toBe(false);
  second.abort('too late');
  first.abort('changed my mind');
  expect(either.reason).toBe('too late');
});

test('is aborted from the start when one of them is', () => {
  const either = eitherSignal(new AbortController().signal, AbortSignal.abort('before'));
  expect(either.reason).toBe('before');
});
