import type { Planned } from '../../convert/pipeline.ts';
import { canceled, EngineError, toEngineError } from '../../errors.ts';
import type { KnownTrust } from '../../tiles/trust.ts';
import type { StripPart } from '../../strips/parts.ts';
import type { SharedStripTask } from '../../strips/tasks/task.ts';
import type { ModuleMessage } from '../../wasm/load.ts';
import { requireSignal } from '../conversion/input.ts';
import type {
  Failure,
  FrameMessage,
  TaskRequest,
  NetworkRequest,
  Reply,
  Request,
  RequestsMessage,
  Result,
  TrustMessage,
} from './messages.ts';

/** The part of `Worker` that the queue needs. */
export interface WorkerLike {
  postMessage(
    message: Request | FrameMessage | TrustMessage | ModuleMessage,
    transfer?: Transferable[],
  ): void;
  terminate(): void;
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent<Reply | TrustMessage | RequestsMessage>) => void,
  ): void;
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
  addEventListener(type: 'messageerror', listener: () => void): void;
}

export interface Task {
  request: TaskRequest;
  /** Objects in the request that are transferred to the worker. */
  transfer?: Transferable[];
  /** A frame that is sent to the worker after the request, once it is ready. */
  begun?: { take(): Promise<VideoFrame | null> } | null;
  /** Seconds that the task may take until the worker asks for more. */
  seconds: number;
  /**
   * Tasks of one job share a number from `nextJob`. Jobs run in the order of their numbers, but a
   * job with very many tasks lets others in between. Job 0 goes before all others.
   */
  job: number;
  /** Goes before the job's other waiting tasks, because it frees memory. */
  ahead?: boolean;
  /** Short tasks may finish when canceled, which costs less than a new worker. */
  short?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
  onPart?: ((part: StripPart<SharedStripTask>) => void) | undefined;
  /** Once this is called the task counts as short, if it makes one strip of several. */
  onPlanned?: ((planned: Planned) => void) | undefined;
}

interface QueuedTask extends Task {
  id: number;
  /** Nothing is reported afterwards. */
  settled: boolean;
  triedAgain: boolean;
  /** Parts of it are with other workers. */
  hasHandedOver: boolean;
  settle: (outcome: Result | EngineError) => void;
}

/** Keeps what workers learn about decoders, for workers that start later. */
export interface TrustKeeper {
  readonly known: KnownTrust;
  add(told: KnownTrust): void;
}

/** One worker and its current task. */
interface Slot {
  worker: WorkerLike;
  current: QueuedTask | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let lastId = 0;
let lastJob = 0;

/** A number for the tasks of a new job, after all existing ones. */
export function nextJob(): number {
  return ++lastJob;
}

/** If a job has more waiting tasks per worker than this, later jobs get every second task. */
const fairTasksPerWorker = 4;

/** How long a canceled short task may still take. */
const graceSeconds = 0.25;

/**
 * One queue of tasks for up to `limit` workers. Whatever happens to a worker, its task settles:
 * with the worker's answer, or with `timed-out`, `worker-crashed` or `canceled`. In these cases the
 * worker is terminated, and another one starts when there is more to do. The same goes for
 * `code-not-loaded`, because most browsers remember a failed import for as long as the worker lives
 * (Chromium 150 does, 156 asks again). Such a task is tried once more on another worker: networks
 * have brief failures, and WebKitGTK 2.50 now and then fails to import what its service worker has.
 */
export class WorkerQueue {
  readonly #waiting: QueuedTask[] = [];
  readonly #slots: Slot[] = [];
  readonly #spawn: () => WorkerLike;
  readonly #limit: number;
  readonly #trustKeeper: TrustKeeper | null;
  readonly #onRequests: (requests: NetworkRequest[]) => void;
  /** The latest message for each codec's code, for workers that start later. */
  readonly #modules = new Map<ModuleMessage['name'], ModuleMessage>();
  /** Long jobs that have had their task, so that the next one is another job's. */
  readonly #served = new Set<number>();
  #destroyed = false;

  constructor(
    spawn: () => WorkerLike,
    limit: number,
    trustKeeper: TrustKeeper | null = null,
    onRequests: (requests: NetworkRequest[]) => void = () => {},
  ) {
    this.#spawn = spawn;
    this.#limit = limit;
    this.#trustKeeper = trustKeeper;
    this.#onRequests = onRequests;
  }

  /** Starts workers before the first task. */
  warmUp(count: number): void {
    for (let index = 0; index < Math.min(count, this.#limit); index++) this.#tryAddSlot();
  }

  /** Passes a codec on to all workers, including those that start later. */
  passOn(message: ModuleMessage): void {
    this.#modules.set(message.name, message);
    for (const { worker } of this.#slots) worker.postMessage(message);
  }

  run(task: Task): Promise<Result> {
    if (this.#destroyed)
      return Promise.reject(new EngineError('canceled', 'The pool is destroyed'));
    if (task.signal?.aborted) return Promise.reject(canceled());
    return new Promise((resolve, reject) => {
      requireSignal(task.signal);
      const onAbort = () => this.#cancel(entry);
      const entry: QueuedTask = {
        ...task,
        id: ++lastId,
        settled: false,
        triedAgain: false,
        hasHandedOver: false,
        settle(outcome) {
          entry.settled = true;
          task.signal?.removeEventListener('abort', onAbort);
          if (outcome instanceof EngineError) reject(outcome);
          else resolve(outcome);
        },
      };
      task.signal?.addEventListener('abort', onAbort);
      const behind = this.#waiting.findIndex(
        ({ job, ahead }) => job > entry.job || (job === entry.job && entry.ahead && !ahead),
      );
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry);
      this.#next();
    });
  }

  /** Terminates all workers. Waiting and running tasks fail with `canceled`. */
  destroy(): void {
    this.#destroyed = true;
    const entries = [...this.#slots.map((slot) => slot.current), ...this.#waiting];
    for (const slot of this.#slots) this.#stop(slot);
    this.#slots.length = 0;
    this.#waiting.length = 0;
    for (const entry of entries) entry?.settle(canceled());
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const slot = this.#slots.find(({ current }) => current === null) ?? this.#tryAddSlot();
      if (!slot) return;
      const [entry] = this.#waiting.splice(this.#pick(), 1);
      if (!entry) return;
      if (slot instanceof EngineError) {
        entry.settle(slot);
        continue;
      }
      slot.current = entry;
      this.#setDeadline(slot, entry.seconds);
      try {
        const { request, id, transfer = [] } = entry;
        slot.worker.postMessage({ ...request, id, idleOthers: this.#countIdle() }, transfer);
        void this.#handFrame(slot, entry);
      } catch (error) {
        this.#finish(slot, toEngineError(error, 'invalid-options'));
      }
    }
  }

  async #handFrame(slot: Slot, entry: QueuedTask): Promise<void> {
    if (!entry.begun) return;
    const frame = await entry.begun.take();
    if (slot.current !== entry) return frame?.close();
    const message: FrameMessage = { kind: 'frame', id: entry.id, frame };
    slot.worker.postMessage(message, frame ? [frame] : []);
  }

  /** How many workers, including ones not started yet, are idle with no task waiting for them. */
  #countIdle(): number {
    if (this.#waiting.length > 0) return 0;
    return this.#limit - this.#slots.filter(({ current }) => current !== null).length;
  }

  /**
   * Index of the next task: one of the first job, or, if that job is long and has just had its
   * task, one of the later jobs by the same rule.
   */
  #pick(): number {
    let index = 0;
    while (index < this.#waiting.length) {
      const { job } = this.#waiting[index]!;
      const next = this.#waiting.findIndex((entry) => entry.job > job);
      const end = next < 0 ? this.#waiting.length : next;
      const hadItsTurn = this.#served.delete(job);
      const isLong = end - index > fairTasksPerWorker * this.#limit;
      if (!isLong) return index;
      if (!hadItsTurn) {
        this.#served.add(job);
        return index;
      }
      index = end;
    }
    return 0;
  }

  /** A page may forbid workers. Then each task fails with that error. */
  #tryAddSlot(): Slot | EngineError | null {
    try {
      return this.#addSlot();
    } catch (error) {
      return new EngineError('code-not-loaded', 'No worker can be started', { cause: error });
    }
  }

  #addSlot(): Slot | null {
    if (this.#slots.length >= this.#limit) return null;
    const slot: Slot = { worker: this.#spawn(), current: null, timer: undefined };
    slot.worker.addEventListener('message', ({ data }) => {
      if (data.kind === 'trust') this.#spread(slot, data);
      else if (data.kind === 'requests') this.#onRequests(data.requests);
      else this.#receive(slot, data);
    });
    slot.worker.addEventListener('error', (event) => {
      event.preventDefault();
      // A script that failed to load gives no message.
      const code = event.message ? 'worker-crashed' : 'code-not-loaded';
      this.#replace(slot, new EngineError(code, event.message || 'The worker could not start'));
    });
    slot.worker.addEventListener('messageerror', () => {
      this.#replace(
        slot,
        new EngineError('worker-crashed', 'The worker sent something unreadable'),
      );
    });
    const trust = this.#trustKeeper?.known ?? {};
    if (Object.keys(trust).length > 0) slot.worker.postMessage({ kind: 'trust', trust });
    for (const message of this.#modules.values()) slot.worker.postMessage(message);
    this.#slots.push(slot);
    return slot;
  }

  #spread(source: Slot, message: TrustMessage): void {
    this.#trustKeeper?.add(message.trust);
    for (const slot of this.#slots) {
      if (slot !== source) slot.worker.postMessage(message);
    }
  }

  #receive(slot: Slot, reply: Reply): void {
    const entry = slot.current;
    // A late reply about a task that is already settled.
    if (!entry || entry.id !== reply.id) return;
    if (reply.kind === 'done') this.#finish(slot, reply.result);
    else if (reply.kind === 'failed') {
      const failure = fromFailure(reply.failure);
      if (failure.code === 'code-not-loaded') this.#tryAgain(slot, entry, failure);
      else this.#finish(slot, failure);
    } else if (entry.settled) {
      // A canceled task keeps its grace period, whatever time it asks for.
    } else if (reply.kind === 'planned') {
      entry.short = reply.planned.planned.plan.tasks.length > 1;
      entry.onPlanned?.(reply.planned);
    } else if (reply.kind === 'progress') entry.onProgress?.(reply.fraction);
    else if (reply.kind === 'part') {
      entry.hasHandedOver = true;
      entry.onPart?.(reply.part);
    } else this.#setDeadline(slot, reply.seconds);
  }

  #finish(slot: Slot, outcome: Result | EngineError): void {
    const entry = slot.current;
    clearTimeout(slot.timer);
    slot.current = null;
    entry?.settle(outcome);
    this.#next();
  }

  #setDeadline(slot: Slot, seconds: number): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => {
      this.#replace(slot, new EngineError('timed-out', `No result after ${seconds} s`));
    }, seconds * 1000);
  }

  #cancel(entry: QueuedTask): void {
    const slot = this.#slots.find(({ current }) => current === entry);
    if (slot && entry.short) {
      entry.settle(canceled());
      return this.#setDeadline(slot, graceSeconds);
    }
    // A worker inside WebAssembly receives no messages, so it is terminated instead of asked.
    if (slot) return this.#replace(slot, canceled());
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
    entry.settle(canceled());
  }

  #tryAgain(slot: Slot, entry: QueuedTask, failure: EngineError): void {
    // What was handed over, in either direction, cannot be sent again.
    const isWhole = entry.transfer === undefined && !entry.hasHandedOver;
    if (entry.triedAgain || entry.settled || !isWhole) return this.#replace(slot, failure);
    entry.triedAgain = true;
    slot.current = null;
    this.#remove(slot);
    this.#waiting.unshift(entry);
    this.#next();
  }

  #replace(slot: Slot, reason: EngineError): void {
    // Ignores late events of a worker that is already terminated.
    if (this.#remove(slot)) this.#finish(slot, reason);
  }

  /** Terminates a worker for good. Returns `false` if that has been done. */
  #remove(slot: Slot): boolean {
    const index = this.#slots.indexOf(slot);
    if (index < 0) return false;
    this.#slots.splice(index, 1);
    this.#stop(slot);
    return true;
  }

  #stop(slot: Slot): void {
    clearTimeout(slot.timer);
    slot.worker.terminate();
  }
}

function fromFailure({ code, message, ...details }: Failure): EngineError {
  return new EngineError(code, message, details);
}
