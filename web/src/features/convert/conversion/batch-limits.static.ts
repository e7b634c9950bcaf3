import { readMaxFiles } from '../../../api/set-limits.ts';
import type * as served from './batch-limits.ts';

/** There is no server: the limit set by the operator applies to everyone. */
export const askLimits: typeof served.askLimits = () =>
  Promise.resolve({ kind: 'allowed', maxFiles: readMaxFiles(), isPro: true });

export const freeMaxFiles: number = readMaxFiles();

export const offlineMaxFiles: typeof served.offlineMaxFiles = () => Promise.resolve(freeMaxFiles);

/** Conversions are not counted. */
export const reportConversions: typeof served.reportConversions = () => Promise.resolve();
