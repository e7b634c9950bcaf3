import type { MutantJob } from './mutant.ts';

/** What became of one mutant that did not end as it must. */
export interface Defect {
  seed: number;
  /** The file it was made from. */
  file: string;
  what: string;
}

export interface FuzzReport {
  mutants: number;
  /** How many ended so: `picture`, `inspect` or `thumbnail` done, or the code of the error. */
  endings: Record<string, number>;
  slowest: { seed: number; milliseconds: number };
  defects: Defect[];
}

export function emptyReport(): FuzzReport {
  return { mutants: 0, endings: {}, slowest: { seed: 0, milliseconds: 0 }, defects: [] };
}

export function addReport(total: FuzzReport, part: FuzzReport): void {
  total.mutants += part.mutants;
  for (const [ending, count] of Object.entries(part.endings)) {
    total.endings[ending] = (total.endings[ending] ?? 0) + count;
  }
  if (part.slowest.milliseconds > total.slowest.milliseconds) total.slowest = part.slowest;
  total.defects.push(...part.defects);
}

/** What no file may cause, whatever it is. */
const badEndings: readonly (string | null)[] = [
  'hung',
  'stray',
  'worker-crashed',
  'internal-error',
];

/** Adds how one mutant ended. `error` is the code of an EngineError, or null for what was asked. */
export function addEnding(
  report: FuzzReport,
  seed: number,
  file: string,
  ending: { job: MutantJob; error: string | null; milliseconds: number; message: string },
  limitMs: number,
): void {
  const { job, error, milliseconds, message } = ending;
  const name = error ?? ('options' in job ? 'picture' : job.kind);
  report.mutants++;
  report.endings[name] = (report.endings[name] ?? 0) + 1;
  if (milliseconds > report.slowest.milliseconds) report.slowest = { seed, milliseconds };
  if (badEndings.includes(error))
    report.defects.push({ seed, file, what: `${JSON.stringify(job)}: ${name}: ${message}` });
  else if (milliseconds > limitMs) {
    report.defects.push({ seed, file, what: `${name} after ${Math.round(milliseconds)} ms` });
  }
}
