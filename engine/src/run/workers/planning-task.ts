import type { StripPart } from '../../strips/parts.ts';
import type { MadeStrip } from '../../strips/tasks/result.ts';
import type { SharedStripTask, StripTask } from '../../strips/tasks/task.ts';
import type { Result } from './messages.ts';
import type { Task } from './queue.ts';
import { isKind } from './require-kind.ts';

type Part = StripPart<SharedStripTask>;
type OnPart = (part: Part) => void;
type OnProgress = (fraction: number) => void;

/**
 * A task that plans a file. Its worker may report the plan and continue with the first strip within
 * the same task. The code that needs that strip then follows it here.
 */
export class PlanningTask {
  /** The worker's answer: a result, or the plan as soon as it is reported. */
  readonly answer: Promise<Result>;
  /** The strip that the worker continued with. */
  firstStrip: StripTask | null = null;
  readonly #ended: Promise<Result>;
  /** Parts that the worker handed over before `follow` was called. */
  readonly #early: Part[] = [];
  #onPart: OnPart = (part) => void this.#early.push(part);
  #onProgress: OnProgress;

  constructor(run: (task: Task) => Promise<Result>, task: Task, onProgress: OnProgress) {
    this.#onProgress = onProgress;
    let tellPlan: (planned: Result) => void;
    const plan = new Promise<Result>((resolve) => {
      tellPlan = resolve;
    });
    this.#ended = run({
      ...task,
      onProgress: (fraction) => this.#onProgress(fraction),
      onPart: (part) => this.#onPart(part),
      onPlanned: (planned) => {
        this.firstStrip = planned.planned.plan.tasks[0]!;
        tellPlan(planned);
      },
    });
    this.answer = Promise.race([plan, this.#ended]);
  }

  /**
   * Listens to the running strip, including parts handed over before, and waits for its end. `null`
   * if another worker had to try again and only planned.
   */
  async follow(onPart: OnPart, onProgress: OnProgress): Promise<MadeStrip | null> {
    // From here on the task's progress is the strip's.
    this.#onProgress = onProgress;
    this.#onPart = onPart;
    for (const part of this.#early) onPart(part);
    const made = await this.#ended;
    return isKind(made, 'strip') ? made.strip : null;
  }
}
