import {
  buildCommand,
  measureCommandPeak,
  measureEventLoop,
  measureNames,
  timeCommandMany,
  timeCommandOnce,
  timeHeicConvert,
  timeSharp,
  type BuiltCommand,
} from './command.ts';
import { addRows, type Report } from './report.ts';
import type { Samples } from './samples.ts';
import { atLeast, atMost } from './targets.ts';

/** What of the command is measured; each by itself takes less than four minutes on two cores. */
export const commandParts = [
  'command',
  'command-memory',
  'command-heic-convert',
  'command-sharp',
  'command-names',
  'event-loop',
] as const;
export type CommandPart = (typeof commandParts)[number];

interface Amounts {
  rounds: number;
  photos: number;
}

const sharpPhotos = 20;
const manyNames = 100_000;
const fewNames = 1000;

async function benchMany(
  report: Report,
  command: BuiltCommand,
  samples: Samples,
  { rounds, photos }: Amounts,
): Promise<void> {
  const once = await timeCommandOnce(command, samples, rounds);
  addRows(report, 'command, one photo, with its start', once);
  const times = await timeCommandMany(command, samples, photos, Math.ceil(rounds / 5));
  addRows(report, `command, ${photos} photos`, times);
  const many = times.median('heif-convert, xargs -P2') / times.median('stillpix');
  const single = once.median('heif-convert') / once.median('stillpix');
  report.targets.push(
    atLeast('command, against heif-convert with xargs -P2', 1.2, many),
    atLeast('command, one photo, against heif-convert', 1, single),
  );
}

async function benchMemory(
  report: Report,
  command: BuiltCommand,
  samples: Samples,
  { photos }: Amounts,
): Promise<void> {
  const peak = await measureCommandPeak(command, samples, photos);
  if (peak !== null) report.targets.push(atMost('command, memory', 250, peak / 1e6, 'MB'));
}

async function benchHeicConvert(
  report: Report,
  command: BuiltCommand,
  samples: Samples,
  { photos }: Amounts,
): Promise<void> {
  const times = await timeHeicConvert(command, samples, photos);
  addRows(report, `command, ${photos} photos, beside heic-convert`, times);
  const ratio = times.median('heic-convert') / times.median('stillpix');
  report.targets.push(atLeast('command, against heic-convert on Node', 10, ratio));
}

async function benchSharp(
  report: Report,
  command: BuiltCommand,
  samples: Samples,
  { rounds }: Amounts,
): Promise<void> {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const some = Math.ceil(rounds / 5);
    const times = await timeSharp(command, samples, samples[format], sharpPhotos, some);
    addRows(report, `command, ${sharpPhotos} ${format} to jpg`, times);
  }
}

async function benchNames(report: Report, command: BuiltCommand, samples: Samples): Promise<void> {
  const few = await measureNames(command, samples, fewNames);
  const many = await measureNames(command, samples, manyNames);
  if (few === null || many === null) return;
  report.figures.commandPeakForNames = { [fewNames]: few, [manyNames]: many };
  report.targets.push(atMost(`command, memory for ${manyNames} names`, 250, many / 1e6, 'MB'));
}

async function benchEventLoop(
  report: Report,
  command: BuiltCommand,
  samples: Samples,
): Promise<void> {
  const longest = await measureEventLoop(command, samples);
  report.figures.eventLoop = longest;
  const max = Math.max(...Object.values(longest));
  report.targets.push(atMost('a program in Node while it converts, not answering', 50, max, 'ms'));
}

/** Measures the wanted parts of the command, as it is published. */
export async function benchCommand(
  report: Report,
  samples: Samples,
  wanted: readonly CommandPart[],
  amounts: Amounts,
): Promise<void> {
  const command = await buildCommand();
  const benches: Record<CommandPart, () => Promise<void>> = {
    command: () => benchMany(report, command, samples, amounts),
    'command-memory': () => benchMemory(report, command, samples, amounts),
    'command-heic-convert': () => benchHeicConvert(report, command, samples, amounts),
    'command-sharp': () => benchSharp(report, command, samples, amounts),
    'command-names': () => benchNames(report, command, samples),
    'event-loop': () => benchEventLoop(report, command, samples),
  };
  try {
    for (const part of wanted) await benches[part]();
  } finally {
    await command.remove();
  }
}
