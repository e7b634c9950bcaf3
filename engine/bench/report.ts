import { cpus, totalmem } from 'node:os';
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

/** The report as a page of the documentation. */
export function renderMarkdown({ date, machine, sample, rows, targets }: Report): string {
  const { processor, cores, memoryGigabytes, browser, node } = machine;
  return [
    '# Benchmarks',
    `Written by \`npm run bench -- --save\` on ${date}, and not by hand. ${processor}, ${cores} cores, ${memoryGigabytes} GB; ${browser}; Node ${node}. ${sample}. [quality.md](quality.md) says what the rows mean; the server’s figures, alone and as three, are in [benchmarks-cluster.md](benchmarks-cluster.md).`,
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
