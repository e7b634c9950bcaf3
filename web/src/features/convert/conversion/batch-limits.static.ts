import { readMaxFiles } from '../../../api/set-limits.ts';
import type * as served from './batch-limits.ts';

/** Nobody is asked: what whoever put the site up allows holds for everyone. */
export const askLimits: typeof served.askLimits = () =>
  Promise.resolve({ kind: 'allowed', maxFiles: readMaxFiles(), isPro: true });

export const freeMaxFiles: number = readMaxFiles();

export const offlineMaxFiles: typeof served.offlineMaxFiles = () => Promise.resolve(freeMaxFiles);

/** Nobody counts what is converted. */
export const reportConversions: typeof served.reportConversions = () => Promise.resolve();
