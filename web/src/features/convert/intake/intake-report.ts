import type { Intake, RefusedFile } from '../accept.ts';

export type IntakeWay = 'dropped' | 'picked';

export interface IntakeReport {
  refused: RefusedFile[];
  way: IntakeWay;
  noneValid: boolean;
}

/** The message about added files; null if there is nothing to report. */
export function toReport({ accepted, refused }: Intake, way: IntakeWay): IntakeReport | null {
  // A folder may contain no photo, and nothing that would be refused.
  const isThere = refused.length > 0 && refused.every(({ refusal }) => refusal === 'duplicate');
  // The reason why a ZIP was not opened says what to do.
  const isExplained = refused.some(({ refusal }) => refusal === 'archive');
  const noneValid = accepted.length === 0 && !isThere && !isExplained;
  return refused.length > 0 || noneValid ? { refused, way, noneValid } : null;
}
