import { readMaxFiles } from '../../../api/set-limits.ts';
import type * as served from './batch-limits.ts';

/** Nobody is asked: what whoever put the site up allows holds for everyone. */
export const askLimits: typeof served.askLimits = () =>
  Promise.resolve({ kind: 'allowed', maxFiles: readMaxFiles(), isPro: true });

export const offlineMaxFiles: typeof served.offlineMaxFiles = readMaxFiles();

/** Nobody counts what is converted. */
export const reportConversions: typeof served.reportConversions = () => Promise.resolve();
