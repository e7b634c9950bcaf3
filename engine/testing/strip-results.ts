import type { JpegPlan } from '../src/strips/tasks/plan.ts';
import {
  codedBytesOf,
  type MadeStrip,
  noFindings,
  type StripResult,
  wholeOf,
} from '../src/strips/tasks/result.ts';
import type { PlannedStrips } from '../src/strips/plan-strips.ts';

/** What a strip of a JPEG becomes. */
export function tokensResult(...parts: Uint8Array<ArrayBuffer>[]): StripResult {
  return { ...noFindings, kind: 'tokens', parts };
}

/** The tokens that a strip became, of all its parts. */
export function tokensOf(made: MadeStrip): Uint8Array<ArrayBuffer>[] {
  return codedBytesOf([wholeOf(made)], 'tokens');
}

/** A plan for a JPEG of these strips and nothing else. */
export function jpegOf(strips: PlannedStrips): JpegPlan {
  return { kind: 'jpeg', ...strips, limit: null, map: null, video: null, notes: [] };
}
