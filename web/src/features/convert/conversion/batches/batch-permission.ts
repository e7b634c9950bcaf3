import type { LimitAnswer } from '../batch-limits.ts';
import type { ConversionEvent } from '../events.ts';

export interface BatchPermissionParts {
  askLimits: (question: {
    action: 'convert';
    fileCount: number;
    conversionKey: string;
  }) => Promise<LimitAnswer>;
  newBatchKey: () => string;
  /** Returns how many photos may be converted at once without a network. Never rejects. */
  offlineMaxFiles: () => Promise<number>;
}

export interface BatchPermission {
  /** How many of the photos, from the first, may be converted now. */
  count: number;
  /** The key under which the server counts them; null if it was not asked. */
  conversionKey: string | null;
  /** The message if not all of them may be converted. */
  restriction: ConversionEvent | null;
}

/** Asks whether this many photos may be converted, and if not, how many. */
export async function requestPermission(
  wanted: number,
  { askLimits, newBatchKey, offlineMaxFiles }: BatchPermissionParts,
): Promise<BatchPermission> {
  const conversionKey = newBatchKey();
  const ask = (fileCount: number) => askLimits({ action: 'convert', fileCount, conversionKey });
  let count = wanted;
  let answer = await ask(count);
  // Since the page last asked, Pro may have ended, or the user may have been signed out elsewhere.
  let restriction: ConversionEvent | null = null;
  if (answer.kind === 'refused' && answer.reason === 'too-many-files' && answer.maxFiles < count) {
    count = answer.maxFiles;
    restriction = { kind: 'fewer-allowed', maxFiles: count };
    answer = await ask(count);
  }
  switch (answer.kind) {
    case 'allowed':
      return { count, conversionKey, restriction };
    case 'offline': {
      const maxFiles = await offlineMaxFiles();
      if (count > maxFiles) restriction = { kind: 'offline', maxFiles };
      return { count: Math.min(count, maxFiles), conversionKey: null, restriction };
    }
    case 'unknown':
      return { count: 0, conversionKey: null, restriction: { kind: 'limits-unknown' } };
    case 'refused':
      restriction = { ...answer, kind: 'refused', action: 'convert' };
      return { count: 0, conversionKey: null, restriction };
  }
}
