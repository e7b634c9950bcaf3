import { expect, test } from 'vitest';
import { addEnding, emptyReport } from './fuzz-report.ts';

function defectsAfter(error: string | null): number {
  const report = emptyReport();
  const ending = { job: { kind: 'inspect' }, error, milliseconds: 1, message: '' } as const;
  addEnding(report, 1, 'a.heic', ending, 1000);
  return report.defects.length;
}

test.each(['hung', 'stray', 'worker-crashed', 'internal-error'])(
  'counts a mutant that ends in %s as a defect',
  (error) => expect(defectsAfter(error)).toBe(1),
);

test.each([null, 'corrupt-file', 'unsupported-feature', 'too-large'])(
  'counts a mutant that ends in %s as handled',
  (error) => expect(defectsAfter(error)).toBe(0),
);
