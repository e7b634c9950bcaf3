import { Worker } from 'node:worker_threads';
import type { StrengthAnswer, StrengthQuestion } from './estimate-password.ts';
import { limitWork } from './work-limit.ts';

/** The word lists take 60 MB; each estimate makes as much short-lived garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** Most servers see a new password only now and then, and need the memory for other work. */
const restMs = 60_000;

interface Thread {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<boolean>>;
  rest: NodeJS.Timeout | undefined;
}

/**
 * Whether a password is among an attacker's first guesses, according to an estimator that knows
 * leaked passwords, words and names of our languages, keyboards, dates and habits.
 * @param person facts about its owner: address, names
 */
export const isGuessable = createEstimator(restMs);

/**
 * The estimator runs in a thread of its own, which ends after `rest` milliseconds without a
 * question. Each question takes about 35 ms of CPU, during which the server answers other requests.
 */
export function createEstimator(rest: number) {
  let thread: Thread | undefined;
  let asked = 0;
  const oneByOne = limitWork(1, 200);

  function start(): Thread {
    const worker = new Worker(new URL('./estimate-password.ts', import.meta.url), {
      resourceLimits,
    });
    const started: Thread = { worker, waiting: new Map(), rest: undefined };
    worker.on('message', ({ id, isGuessable: answer }: StrengthAnswer) => {
      started.waiting.get(id)?.resolve(answer);
      started.waiting.delete(id);
      if (started.waiting.size > 0) return;
      // Neither the thread nor its timer keeps an otherwise finished process alive.
      worker.unref();
      started.rest = setTimeout(() => {
        if (thread === started) thread = undefined;
        void worker.terminate();
      }, rest).unref();
    });
    const fail = (error: unknown) => {
      if (thread === started) thread = undefined;
      for (const { reject } of started.waiting.values()) reject(error);
      started.waiting.clear();
    };
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`the password estimator ended with ${code}`)));
    return started;
  }

  return (password: string, person: readonly string[]): Promise<boolean> =>
    oneByOne(() => {
      thread ??= start();
      clearTimeout(thread.rest);
      thread.worker.ref();
      const answer = Promise.withResolvers<boolean>();
      const question: StrengthQuestion = { id: ++asked, password, known: [...person] };
      thread.waiting.set(question.id, answer);
      thread.worker.postMessage(question);
      return answer.promise;
    });
}
