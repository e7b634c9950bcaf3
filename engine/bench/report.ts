import { cpus, totalmem } from 'node:os';
import { bytesAtScore, scoresInCommon, type QualityCurve } from './quality.ts';
import type { Times } from './statistics.ts';

export interface Row {
  what: string;
  who: string;
  /** Milliseconds, median. */
  milliseconds: number;
  runs: number;
  /** How many times as long as ours. */
  ratio: number | null;
}

export interface Target {
  what: string;
  asked: string;
  found: string;
  reached: boolean;
}

export interface Report {
  date: string;
  machine: {
    processor: string;
    cores: number;
    memoryGigabytes: number;
    browser: string;
    node: string;
  };
  sample: string;
  rows: Row[];
  targets: Target[];
  /** Bytes and looks, where these were measured. */
  quality?: QualityCurve[];
  webpQuality?: QualityCurve[];
  /** Everything else that was measured, by name. */
  figures: Record<string, unknown>;
}

export function describeMachine(browser: string): Report['machine'] {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    browser: `Chromium ${browser}`,
    node: process.versions.node,
  };
}

/** Everything of `saved`, but what `fresh` measured anew, in its place; what `saved` does not know comes last. */
export function mergeReports(saved: Report, fresh: Report): Report {
  const replace = <Each extends { what: string }>(old: readonly Each[], found: readonly Each[]) => {
    const known = new Set(old.map(({ what }) => what));
    const kept = [...known].flatMap((name) => {
      const again = found.filter(({ what }) => what === name);
      return again.length > 0 ? again : old.filter(({ what }) => what === name);
    });
    return [...kept, ...found.filter(({ what }) => !known.has(what))];
  };
  return {
    ...saved,
    ...fresh,
    ...keepCurves('quality', saved, fresh),
    ...keepCurves('webpQuality', saved, fresh),
    rows: replace(saved.rows, fresh.rows),
    targets: replace(saved.targets, fresh.targets),
    figures: { ...saved.figures, ...fresh.figures },
  };
}

/** What was measured anew, and the curves of encoders that are not installed this time. */
function keepCurves(
  name: 'quality' | 'webpQuality',
  saved: Report,
  fresh: Report,
): Partial<Report> {
  const curves = fresh[name];
  if (!curves) return {};
  const isMissing = ({ who }: QualityCurve): boolean => curves.every((each) => each.who !== who);
  return { [name]: [...curves, ...(saved[name] ?? []).filter(isMissing)] };
}

/** Adds a row for each contender; ratios are against ours. */
export function addRows(
  report: Report,
  what: string,
  times: Times,
  ours = times.median('stillpix'),
): void {
  for (const who of times.names) {
    const milliseconds = times.median(who);
    const ratio = who === 'stillpix' ? null : milliseconds / ours;
    report.rows.push({ what, who, milliseconds, runs: times.runs(who).length, ratio });
  }
}

function table(lines: string[][]): string {
  const widths = lines[0]?.map((_, column) =>
    Math.max(...lines.map((l) => l[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths?.[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function markdownTable(lines: string[][]): string {
  const [head = [], ...rest] = lines.map((line) => `| ${line.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(lines[0]?.length ?? 0)}`, ...rest].join('\n');
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

function qualityTable(curves: QualityCurve[]): string[][] {
  const lines = curves.flatMap(({ who, points, oursOfThese }) =>
    points.map(({ quality, bytes, score }, at) => [
      ...[who, String(quality), `${kilobytes(bytes)} kB`, score.toFixed(1)],
      at === 0 && oursOfThese !== null ? oursOfThese.toFixed(2) : '',
    ]),
  );
  return [
    ['encoder', 'quality', 'bytes', 'SSIMULACRA 2', 'ours of these, at equal score'],
    ...lines,
  ];
}

/** One line for each encoder, in their order. */
function qualityPlot(curves: QualityCurve[]): string {
  const scores = scoresInCommon(curves);
  const lines = curves.map(({ points }) => {
    const bytes = scores.map((score) => kilobytes(bytesAtScore(points, score) ?? 0));
    return `  line [${bytes.join(', ')}]`;
  });
  return [
    '```mermaid',
    'xychart-beta',
    `  x-axis "SSIMULACRA 2" [${scores.join(', ')}]`,
    '  y-axis "kB"',
    ...lines,
    '```',
  ].join('\n');
}

/** Table and plot as a section of the page. */
function renderQuality(format: string, curves: QualityCurve[] | undefined): string[] {
  if (!curves) return [];
  const names = curves.map(({ who }) => who).join('; ');
  return [
    `## Bytes and looks of ${format}`,
    `The photo as ${format} of 4:2:0, ours from its own planes, the others from its pixels, scored against the decoded photo.`,
    markdownTable(qualityTable(curves)),
    `Kilobytes at equal score. The lines are, in order: ${names}.`,
    qualityPlot(curves),
  ];
}

/** The report as a page of the documentation. */
export function renderMarkdown(report: Report): string {
  const { date, machine, sample, rows, targets, quality, webpQuality } = report;
  const { processor, cores, memoryGigabytes, browser, node } = machine;
  return [
    '# Benchmarks',
    `Written by \`npm run bench -- --save\` last on ${date}, and not by hand. ${processor}, ${cores} cores, ${memoryGigabytes} GB; ${browser}; Node ${node}. ${sample}. [quality.md](quality.md) says what the rows mean; the server’s figures, alone and as three, are in [benchmarks-cluster.md](benchmarks-cluster.md).`,
    '## Asked and reached',
    markdownTable([
      ['what', 'asked', 'found', ''],
      ...targets.map((t) => [t.what, t.asked, t.found, t.reached ? 'reached' : '**not reached**']),
    ]),
    '## Times',
    markdownTable([
      ['what', 'who', 'median', 'against ours', 'runs'],
      ...rows.map(({ what, who, milliseconds, ratio, runs }) => [
        what,
        who,
        `${milliseconds.toFixed(0)} ms`,
        ratio === null ? '' : `${ratio.toFixed(2)}x`,
        String(runs),
      ]),
    ]),
    ...renderQuality('JPEGs', quality),
    ...renderQuality('WebPs', webpQuality),
    '',
  ].join('\n\n');
}

/** The report as tables for a terminal. */
export function renderReport(report: Report): string {
  const { processor, cores, browser } = report.machine;
  const parts = [`${processor}, ${cores} cores, ${browser}; ${report.sample}`];
  if (report.rows.length > 0) {
    const rows = report.rows.map((row) => [
      row.what,
      row.who,
      `${row.milliseconds.toFixed(0)} ms`,
      row.ratio === null ? '' : `${row.ratio.toFixed(2)}x ours`,
      `${row.runs} runs`,
    ]);
    parts.push(table([['what', 'who', 'median', 'ratio', ''], ...rows]));
  }
  for (const curves of [report.quality, report.webpQuality]) {
    if (curves) parts.push(table(qualityTable(curves)));
  }
  if (report.targets.length > 0) {
    const targets = report.targets.map((t) => [
      t.what,
      t.asked,
      t.found,
      t.reached ? 'reached' : 'NOT REACHED',
    ]);
    parts.push(table([['target', 'asked', 'found', ''], ...targets]));
  }
  return parts.join('\n\n');
}
