import { EngineError } from '../../errors.ts';
import type { Result } from './messages.ts';

/** Whether a worker's answer is of this kind. */
export function isKind<K extends Result['kind']>(
  result: Result,
  kind: K,
): result is Extract<Result, { kind: K }> {
  return result.kind === kind;
}

/** Returns a worker's answer if it is of the requested kind. Throws `worker-crashed` otherwise. */
export function requireKind<K extends Result['kind']>(
  result: Result,
  kind: K,
): Extract<Result, { kind: K }> {
  if (isKind(result, kind)) return result;
  throw new EngineError('worker-crashed', `The worker answered ${result.kind}, not ${kind}`);
}
