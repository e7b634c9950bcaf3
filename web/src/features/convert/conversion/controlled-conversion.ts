import type { ConvertOptions, ConvertResult, Inspection, JobOptions } from '@stillpix/engine';
import { defaultOptions } from '../tools.ts';
import type { LimitAnswer } from './batch-limits.ts';
import { type ConversionParts, createConversion } from './conversion.ts';
import type { ConversionEvent } from './events.ts';
import { statusOf } from './photos.ts';

interface Running {
  name: string;
  options: ConvertOptions;
  finish: (size?: number, notes?: ConvertResult['notes']) => void;
  fail: () => void;
}

export const free = { maxFiles: 5, isPro: false };
export const allowed: LimitAnswer = { kind: 'allowed', ...free };

/** A conversion whose engine and server are controlled by the test. */
export function setUpConversion(
  parts: Partial<ConversionParts> = {},
  tool: 'convert' | 'resize-crop' = 'convert',
) {
  const running: Running[] = [];
  const questions: object[] = [];
  const counted: [number, string | null][] = [];
  const answers: LimitAnswer[] = [];
  let held = 0;
  let released = 0;
  const conversion = createConversion(tool, defaultOptions(tool), {
    convert: (file: File, options: ConvertOptions, job: JobOptions) =>
      new Promise<ConvertResult>((resolve, reject) => {
        const run: Running = {
          name: file.name,
          options,
          finish: (size = 10, notes = []) =>
            end(() => {
              const blob = new Blob([new Uint8Array(size)]);
              resolve({ blob, width: 4, height: 3, notes } as never);
            }),
          fail: () =>
            end(() => reject(Object.assign(new Error('cut off'), { code: 'corrupt-file' }))),
        };
        const end = (settle: () => void) => {
          running.splice(running.indexOf(run), 1);
          settle();
        };
        running.push(run);
        job.signal?.addEventListener('abort', () => end(() => reject(new Error('aborted'))));
      }),
    ahead: { want() {}, rest() {}, spentOn: () => 0 },
    inspect: async () => ({ width: 40, height: 30 }) as Inspection,
    readMovie: async () => null,
    recodeVideo: async () => new File([], 'none.mp4'),
    askLimits: async (question) => {
      questions.push(question);
      return answers.shift() ?? allowed;
    },
    newBatchKey: () => 'a-key',
    freeMaxFiles: 5,
    offlineMaxFiles: async () => 5,
    countConverted: (...count) => void counted.push(count),
    rememberOptions: () => {},
    pauseThumbnails() {
      held += 1;
      return () => (held -= 1);
    },
    releaseEngine: () => (released += 1),
    parallel: 2,
    now: () => 0,
    ...parts,
  });
  const events: ConversionEvent[] = [];
  conversion.listen((event) => events.push(event));
  const add = (...names: string[]) => conversion.add(names.map((name) => new File(['x'], name)));
  const idOf = (name: string) =>
    conversion.read().photos.find(({ file }) => file.name === name)?.id ?? '';
  const find = (name: string) => conversion.read().photos.find(({ file }) => file.name === name);
  const last = <K extends ConversionEvent['kind']>(kind: K) =>
    events.findLast((event): event is ConversionEvent & { kind: K } => event.kind === kind);
  /** Completes everything that runs and follows, until nothing is left. */
  async function finishAll(size?: number): Promise<void> {
    await settle();
    while (running.length > 0) {
      running[0]?.finish(size);
      await settle();
    }
  }
  return {
    conversion,
    running,
    questions,
    counted,
    answers,
    events,
    add,
    idOf,
    find,
    last,
    finishAll,
    held: () => held,
    released: () => released,
    names: () => conversion.read().photos.map(({ file }) => file.name),
    statuses: () => conversion.read().photos.map(statusOf),
  };
}

/** Long enough for everything that waits only for promises. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));
