import { type BodyOf, maxFiles } from '@stillpix/contract';
import { call } from '../../../api/call.ts';
import { isEntitledOffline } from '../../../api/entitlement.ts';
import { ApiError } from '../../../api/request.ts';
import { noteIsPro } from '../../../api/session.ts';

export type LimitAnswer =
  | { kind: 'allowed'; maxFiles: number; isPro: boolean }
  | {
      kind: 'refused';
      reason: 'too-many-files' | 'daily-limit' | null;
      words: string;
      maxFiles: number;
      isPro: boolean;
    }
  /** The server answered with a fault of its own. */
  | { kind: 'unknown' }
  /** The server cannot be reached. */
  | { kind: 'offline' };

/**
 * Asks the server whether so many files may be added or converted. A number and a key of the
 * page's own making are all that is sent.
 */
export async function askLimits(body: BodyOf<'validateFeatures'>): Promise<LimitAnswer> {
  try {
    const answer = await call('validateFeatures', body);
    noteIsPro(answer.isPro);
    const { allowed, reason, reasonCode, isPro } = answer;
    return allowed
      ? { kind: 'allowed', maxFiles: answer.maxFiles, isPro }
      : { kind: 'refused', reason: reasonCode, words: reason, maxFiles: answer.maxFiles, isPro };
  } catch (thrown) {
    // What browsers believe of the network is no help: a cable to nowhere counts as one.
    return { kind: thrown instanceof ApiError ? 'unknown' : 'offline' };
  }
}

/** How many files everyone may have. */
export const freeMaxFiles = maxFiles.free;

/** How many files go without a network: Pro's number by the server's signed word, if there is one. */
export async function offlineMaxFiles(): Promise<number> {
  return (await isEntitledOffline()) ? maxFiles.pro : freeMaxFiles;
}

/** Says how many files of a batch were converted. Nobody waits for it, and nothing depends on it. */
export async function reportConversions(conversionKey: string, converted: number): Promise<void> {
  const body: BodyOf<'conversions'> = { conversionKey, converted };
  try {
    await call('conversions', body, { keepalive: true });
  } catch {
    // The count of a batch is lost with the network; the pictures are not.
  }
}
