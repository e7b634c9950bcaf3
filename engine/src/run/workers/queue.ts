import type { Planned } from '../../convert/pipeline.ts';
import { canceled, EngineError, toEngineError } from '../../errors.ts';
import type { KnownTrust } from '../../tiles/trust.ts';
import type { StripPart } from '../../strips/parts.ts';
import type { SharedStripTask } from '../../strips/task.ts';
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

/** The part of `Worker` the queue needs. */
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
  /** Of the request, what the worker gets for its own. */
  transfer?: Transferable[];
  /** What the worker gets behind the request, as soon as it is there. */
  begun?: { take(): Promise<VideoFrame | null> } | null;
  /** Seconds the task may take until the worker asks for more. */
  seconds: number;
  /**
   * Tasks of one job share a number, from `nextJob`. Jobs are worked off in the order of their
   * numbers, but one with very many tasks lets others in between. Job 0 goes before all others.
   */
  job: number;
  /** Goes before what waits of its job and is not: it frees memory. */
  ahead?: boolean;
  /** Short tasks are let finish when they are canceled, which costs less than a new worker. */
  short?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
  onPart?: ((part: StripPart<SharedStripTask>) => void) | undefined;
  /** From then on the task is a short one, where it is one strip of several. */
  onPlanned?: ((planned: Planned) => void) | undefined;
}

interface QueuedTask extends Task {
  id: number;
  /** After that nothing is said any more. */
  settled: boolean;
  triedAgain: boolean;
  /** Parts of it are with others. */
  hasHandedOver: boolean;
  settle: (outcome: Result | EngineError) => void;
}

/** Keeps what workers find out of decoders, for the workers that start later. */
export interface TrustKeeper {
  readonly known: KnownTrust;
  add(told: KnownTrust): void;
}

/** One worker and what it is doing. */
interface Slot {
  worker: WorkerLike;
  current: QueuedTask | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

let lastId = 0;
let lastJob = 0;

/** A number for the tasks of a new job, behind those there are. */
export function nextJob(): number {
  return ++lastJob;
}

/** With more waiting tasks per worker than this, a job shares the workers with those behind it. */
const fairTasksPerWorker = 4;

/** How long a canceled short task may still take. */
const graceSeconds = 0.25;

/**
 * One queue of tasks, worked off by up to `limit` workers. Whatever happens to a worker, its task
 * settles: with the worker's answer, or with `timed-out`, `worker-crashed` or `canceled`, in which
 * cases the worker is ended and another one starts when there is more to do. The same goes for
 * `code-not-loaded`: most browsers remember a failed import for as long as the worker lives
 * (Chromium 150 does, 156 asks again). Another worker tries such a task once more first: networks blink,
 * and WebKitGTK 2.50 now and then fails to import what its service worker has.
 */
export class WorkerQueue {
  readonly #waiting: QueuedTask[] = [];
  readonly #slots: Slot[] = [];
  readonly #spawn: () => WorkerLike;
  readonly #limit: number;
  readonly #trustKeeper: TrustKeeper | null;
  readonly #onRequests: (requests: NetworkRequest[]) => void;
  /** The last word on each codec's code, for the workers that start later. */
  readonly #modules = new Map<ModuleMessage['name'], ModuleMessage>();
  /** Long jobs that have had a turn, so that the next one is another's. */
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

  /** Starts workers ahead of the first task. */
  warmUp(count: number): void {
    for (let index = 0; index < Math.min(count, this.#limit); index++) this.#tryAddSlot();
  }

  /** Passes a codec on to all workers, also to those that start later. */
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

  /** Ends all workers; whatever waits or runs fails with `canceled`. */
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

  /** How many workers, some perhaps yet to be started, have nothing to do and nothing in sight. */
  #countIdle(): number {
    if (this.#waiting.length > 0) return 0;
    return this.#limit - this.#slots.filter(({ current }) => current !== null).length;
  }

  /**
   * Index of the task to do next: of the first job, or when that is long and has had its turn, of those
   * behind it, by the same rule.
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

  /** A page may forbid workers; then each task hears why. */
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
      // A script that does not arrive has nothing to say.
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
    // A late word about a task that is already settled.
    if (!entry || entry.id !== reply.id) return;
    if (reply.kind === 'done') this.#finish(slot, reply.result);
    else if (reply.kind === 'failed') {
      const failure = fromFailure(reply.failure);
      if (failure.code === 'code-not-loaded') this.#tryAgain(slot, entry, failure);
      else this.#finish(slot, failure);
    } else if (entry.settled) {
      // A canceled task has the grace that it was given, whatever it asks for.
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
    // A worker inside WebAssembly hears nothing, so it is ended rather than asked.
    if (slot) return this.#replace(slot, canceled());
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
    entry.settle(canceled());
  }

  #tryAgain(slot: Slot, entry: QueuedTask, failure: EngineError): void {
    // What was handed over, in either direction, is not to be had twice.
    const isWhole = entry.transfer === undefined && !entry.hasHandedOver;
    if (entry.triedAgain || entry.settled || !isWhole) return this.#replace(slot, failure);
    entry.triedAgain = true;
    slot.current = null;
    this.#remove(slot);
    this.#waiting.unshift(entry);
    this.#next();
  }

  #replace(slot: Slot, reason: EngineError): void {
    // A last word of a worker that is already ended is not heard.
    if (this.#remove(slot)) this.#finish(slot, reason);
  }

  /** Ends a worker for good; `false` where that has been done. */
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
