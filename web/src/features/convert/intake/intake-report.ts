import type { Intake, RefusedFile } from './accept.ts';

export type IntakeWay = 'dropped' | 'picked';

export interface IntakeReport {
  refused: RefusedFile[];
  way: IntakeWay;
  noneValid: boolean;
}

/** What the visitor is told of files that came; null where there is nothing to tell. */
export function toReport({ accepted, refused }: Intake, way: IntakeWay): IntakeReport | null {
  // A folder may hold no photo, and nothing that would be refused.
  const isThere = refused.length > 0 && refused.every(({ refusal }) => refusal === 'duplicate');
  const noneValid = accepted.length === 0 && !isThere;
  return refused.length > 0 || noneValid ? { refused, way, noneValid } : null;
}
