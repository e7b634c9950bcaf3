import type { LimitAnswer } from './batch-limits.ts';
import type { ConversionEvent } from './events.ts';

export interface BatchPermissionParts {
  askLimits: (question: {
    action: 'convert';
    fileCount: number;
    conversionKey: string;
  }) => Promise<LimitAnswer>;
  newBatchKey: () => string;
  /** Asks how many photos may be converted at once without a network. Never rejects. */
  offlineMaxFiles: () => Promise<number>;
}

export interface BatchPermission {
  /** How many of the photos may be converted now; the first of them. */
  count: number;
  /** Under which the server counts them; null where it was not asked. */
  conversionKey: string | null;
  /** What is to be said where it is not all of them. */
  restriction: ConversionEvent | null;
}

/** Asks whether so many photos may be converted, and where they are too many, how many may. */
export async function requestPermission(
  wanted: number,
  { askLimits, newBatchKey, offlineMaxFiles }: BatchPermissionParts,
): Promise<BatchPermission> {
  const conversionKey = newBatchKey();
  const ask = (fileCount: number) => askLimits({ action: 'convert', fileCount, conversionKey });
  let count = wanted;
  let answer = await ask(count);
  // Pro may have ended, or somebody was signed out elsewhere, since the page asked last.
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
