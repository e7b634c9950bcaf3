import { release } from '../../bytes/release.ts';
import { mapInStrips, type StripPlan } from '../../strips/tasks/plan.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import { viewCodedData, withCodedData } from './coded-data.ts';

/** A task, and what to transfer with it. */
interface SuppliedTask {
  task: StripTask;
  transfer: ArrayBuffer[];
}

/**
 * The bytes of a whole file that the planning worker sent, kept until all tasks of the plan have
 * their parts of it.
 */
export class SentFile {
  #bytes: Uint8Array<ArrayBuffer> | null = null;
  #supplied = 0;

  keep(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
  }

  /**
   * A task with its part of the file, if that was sent. An only task gets all of it.
   *
   * @param isUnderWay The planning worker has continued with this task, and has the file.
   */
  supply(task: StripTask, plan: StripPlan, isUnderWay: boolean): SuppliedTask {
    const bytes = this.#bytes;
    if (!bytes) return { task, transfer: [] };
    const count = plan.tasks.length + (mapInStrips(plan)?.tasks.length ?? 0);
    if (count === 1) {
      this.#bytes = null;
      return { task: viewCodedData(task, bytes), transfer: [bytes.buffer] };
    }
    const supplied = isUnderWay ? { task, transfer: [] } : withCodedData(task, bytes);
    this.#supplied++;
    if (this.#supplied === count) this.giveBack();
    return supplied;
  }

  /** Releases the file's memory. */
  giveBack(): void {
    if (this.#bytes) release(this.#bytes.buffer);
    this.#bytes = null;
  }
}
