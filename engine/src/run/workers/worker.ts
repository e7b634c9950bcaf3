import { release } from '../../bytes/release.ts';
import { inspectFile } from '../../convert/inspect.ts';
import {
  type Planned,
  runPipeline,
  salvagePipeline,
  startPipeline,
} from '../../convert/pipeline.ts';
import type { Hooks } from '../../convert/plan/job.ts';
import { toEngineError } from '../../errors.ts';
import { buffersOf } from '../../planes/planes.ts';
import { secondsToLoad } from '../../strips/deadlines.ts';
import { type MakeOptions, makeScan } from '../../strips/make-strip.ts';
import type { Samples } from '../../samples/samples.ts';
import type { StripPart } from '../../strips/parts.ts';
import type { StripResult } from '../../strips/tasks/result.ts';
import type { SharedStripTask, StripTask } from '../../strips/tasks/task.ts';
import { comesWhole } from '../../tiles/coded-tile.ts';
import { learnTrust, onTrust } from '../../tiles/trust.ts';
import { type ModuleMessage, takeModule } from '../../wasm/load.ts';
import { isWorthSending, viewCodedData, withCodedData } from './coded-data.ts';
import { takeFrame, withExpectedFrame } from './expected-frame.ts';
import { makeTask } from '../conversion/make-task.ts';
import type {
  FrameMessage,
  Reply,
  Request,
  RequestsMessage,
  Result,
  TrustMessage,
} from './messages.ts';

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

function send(reply: Reply, transfer: Transferable[] = []): void {
  scope.postMessage(reply, transfer);
}

/** Milliseconds. Users would not notice more frequent updates. */
const progressInterval = 50;

function inIntervals(report: (fraction: number) => void): (fraction: number) => void {
  let last = performance.now();
  return (fraction) => {
    const now = performance.now();
    if (now - last < progressInterval) return;
    last = now;
    report(fraction);
  };
}

type StripRequest = Extract<Request, { kind: 'strip' | 'start' }>;

interface TaskHooks extends Required<Hooks> {
  /** Gets buffers that may be released once the result is sent. */
  onSpent: (buffer: ArrayBufferLike) => void;
}

/** Makes a strip, and hands parts of it over if other workers are idle. */
async function makeStripOf(
  { id, file }: StripRequest,
  task: StripTask,
  { onDeadline, onProgress, idleOthers: others, onSpent }: TaskHooks,
  decoded: MakeOptions = {},
): Promise<Result> {
  const handOver = (part: StripPart<SharedStripTask>): void =>
    send({ kind: 'part', id, part }, buffersOf(part.planes));
  const strip = await makeTask(task, file, onDeadline, {
    ...decoded,
    onProgress: inIntervals(onProgress),
    // A decoded strip was itself handed over by another worker, so it is not shared again.
    sharing: others > 0 && !decoded.planes ? { others, handOver } : undefined,
  });
  for (const { data } of task.tiles) if (data instanceof Uint8Array) onSpent(data.buffer);
  return { kind: 'strip', strip };
}

/** Converts a file in one piece, or plans its strips and perhaps continues with the first one. */
async function startFile(
  request: Extract<Request, { kind: 'start' }>,
  hooks: TaskHooks,
): Promise<Result> {
  const { id, file, name, options, chosen } = request;
  const begun = await startPipeline(file, name, options, hooks, chosen);
  if (begun.kind === 'converted') return begun;
  const { bytes, planned } = begun;
  const first = chosen ? null : firstStripOf(begun, request);
  // If the plan was made again for another choice, the page has had the bytes.
  const isKept = first !== null && planned.plan.tasks.length === 1;
  const sendsBytes = bytes && !chosen && !isKept && isWorthSending(bytes, planned.plan);
  const told: Planned = sendsBytes ? begun : { kind: 'planned', planned };
  if (bytes && !sendsBytes) hooks.onSpent(bytes.buffer);
  if (!first) return told;
  send({ kind: 'planned', id, planned: told }, transferOf(told));
  return makeStripOf(request, first, hooks);
}

/** `onSpent` gets buffers that may be released once the result is sent. */
async function handle(
  request: Request,
  onSpent: (buffer: ArrayBufferLike) => void,
): Promise<Result> {
  const { id } = request;
  const onDeadline = (seconds: number): void => send({ kind: 'deadline', id, seconds });
  const onProgress = (fraction: number): void => send({ kind: 'progress', id, fraction });
  const hooks = { onDeadline, onProgress, idleOthers: request.idleOthers, onSpent };
  switch (request.kind) {
    case 'scan': {
      const { tokens, huffman } = request;
      return { kind: 'scan', scan: await makeScan(tokens, huffman, onDeadline, onSpent) };
    }
    case 'webp': {
      onDeadline(secondsToLoad);
      const { makeWebp } = await import('../../strips/make-webp.ts');
      return { kind: 'webp', file: await makeWebp(request.strips, request.about) };
    }
    case 'alpha': {
      onDeadline(secondsToLoad);
      const { makeAlpha } = await import('../../strips/make-alpha.ts');
      const { alpha, size } = request;
      onSpent(alpha.samples.buffer);
      return { kind: 'alpha', alpha: await makeAlpha(alpha, size) };
    }
    case 'gain-map': {
      onDeadline(secondsToLoad);
      const { makeGainMap } = await import('../../convert/make-gain-map.ts');
      return { kind: 'gain-map', map: await makeGainMap(request.darkened, request.room) };
    }
    case 'encode': {
      const { encodeSamples } = await import('../../samples/encode-samples.ts');
      const blob = await encodeSamples(request.samples, request.options, { onDeadline });
      return { kind: 'encoded', blob };
    }
    case 'strip': {
      const { task, planes, isBegun } = request;
      if (!isBegun) return makeStripOf(request, task, hooks, { planes });
      return withExpectedFrame(id, (begun) => makeStripOf(request, task, hooks, { planes, begun }));
    }
    case 'movie': {
      const { readMovie } = await import('../../motion/movie.ts');
      return { kind: 'movie', movie: await readMovie(request.file) };
    }
    case 'decode': {
      const { decodeSamples } = await import('../../samples/decode-samples.ts');
      return {
        kind: 'decoded',
        samples: await decodeSamples(request.file, request.options, hooks),
      };
    }
    case 'read-metadata': {
      const { readMetadata } = await import('../../samples/file-metadata.ts');
      return { kind: 'metadata', metadata: await readMetadata(request.file) };
    }
    case 'edit-metadata': {
      const { editMetadata } = await import('../../samples/file-metadata.ts');
      return { kind: 'edited', blob: await editMetadata(request.file, request.edit) };
    }
    case 'thumbnail': {
      const { readThumbnail } = await import('../../convert/thumbnail.ts');
      return { kind: 'thumbnail', thumbnail: await readThumbnail(request.file) };
    }
    case 'inspect': {
      const { file, name, options } = request;
      return { kind: 'inspected', inspection: await inspectFile(file, name, options) };
    }
    case 'start':
      return startFile(request, hooks);
    case 'convert':
    case 'salvage': {
      const run = request.kind === 'convert' ? runPipeline : salvagePipeline;
      const { file, name, options } = request;
      const result = await run(file, name, options, hooks);
      return { kind: 'converted', result };
    }
  }
}

/**
 * The strip that the planning worker continues with, with its coded data, else `null`. This is the
 * only strip, or the first of several if other workers are idle (otherwise the plans of other files
 * are waited for).
 */
function firstStripOf(
  { planned: { plan }, bytes }: Planned,
  { idleOthers, isBegun }: { idleOthers: number; isBegun?: boolean },
): StripTask | null {
  const [first, ...others] = plan.tasks;
  if (!first || plan.collecting) return null;
  if (others.length > 0) {
    if (idleOthers === 0) return null;
    return bytes ? withCodedData(first, bytes).task : first;
  }
  // Whole files are read by their own code, and a strip whose frame may come from the page waits
  // for that.
  if (!bytes || first.kind === 'whole' || (isBegun && comesWhole(first.tiles[0]!))) return null;
  return viewCodedData(first, bytes);
}

function buffersOfSamples(samples: Samples): ArrayBuffer[] {
  const arrays = 'planes' in samples ? samples.planes : [samples.data];
  return arrays.map(({ buffer }) => buffer);
}

/** What goes to the page without a copy. */
function transferOf(result: Result): ArrayBuffer[] {
  switch (result.kind) {
    case 'strip': {
      const { strip } = result;
      const all = strip.kind === 'kept' ? strip.parts.map((each) => each.result) : [strip];
      return all.flatMap(buffersOfStrip);
    }
    case 'scan':
      return [result.scan.buffer];
    case 'webp':
      return [result.file.buffer];
    case 'alpha':
      return [result.alpha.buffer];
    case 'gain-map':
      return [result.map.buffer];
    case 'decoded':
      return buffersOfSamples(result.samples);
    case 'planned':
      return result.bytes ? [result.bytes.buffer] : [];
    // Small, or in Blobs, which are not copied.
    case 'converted':
    case 'inspected':
    case 'thumbnail':
    case 'movie':
    case 'encoded':
    case 'metadata':
    case 'edited':
      return [];
  }
}

function buffersOfStrip(strip: StripResult): ArrayBuffer[] {
  const { alpha, darkened, planes } = strip;
  return [
    ...arraysOf(strip).map(({ buffer }) => buffer),
    ...darkened.map(({ samples }) => samples.data.buffer),
    ...(planes ? buffersOf(planes) : []),
    ...(alpha ? [alpha.samples.buffer] : []),
  ];
}

function arraysOf(strip: StripResult): { buffer: ArrayBuffer }[] {
  switch (strip.kind) {
    case 'samples':
      return strip.parts.flatMap(({ rows, coded }) => [
        ...rows.flatMap(({ data, open }) => [data, ...open.map(({ sums }) => sums)]),
        ...(coded ? [coded.tokens] : []),
      ]);
    // Small.
    case 'counts':
      return [];
    // Blobs are not copied.
    case 'png-rows':
      return strip.parts.flatMap((part) => (part instanceof Blob ? [] : part));
    case 'tokens':
    case 'macroblocks':
    case 'trials':
      return strip.parts;
  }
}

// An error thrown in an async handler never reaches the page by itself, so everything is caught
// here.
async function answer(request: Request): Promise<void> {
  try {
    const spent: ArrayBufferLike[] = [];
    const result = await handle(request, (buffer) => void spent.push(buffer));
    send({ kind: 'done', id: request.id, result }, transferOf(result));
    spent.forEach(release);
  } catch (error) {
    const { code, message, feature, fits } = toEngineError(error, 'corrupt-file');
    send({ kind: 'failed', id: request.id, failure: { code, message, feature, fits } });
  }
}

const observer = new PerformanceObserver((list) => {
  const entries = list.getEntries() as PerformanceResourceTiming[];
  const requests = entries.map(({ name, initiatorType }) => ({
    url: name,
    initiator: initiatorType,
  }));
  scope.postMessage({ kind: 'requests', requests } satisfies RequestsMessage);
});
const earlier = scope.onmessage;
// If this script runs twice, only the first run observes; see below.
if (!earlier) observer.observe({ type: 'resource', buffered: true });

onTrust((codec, value) => {
  scope.postMessage({ kind: 'trust', trust: { [codec]: value } } satisfies TrustMessage);
});

/**
 * A bundle's other parts import what they share from this script. WebKit then runs the script a
 * second time, because it does not know a worker's own script by its address. So this is a single
 * property instead of a listener: the later run takes over the requests, together with the state
 * that the parts import, and nothing is done twice. What requests wait for is shared by both.
 */
// eslint-disable-next-line unicorn/prefer-add-event-listener -- of listeners there may be two
scope.onmessage = (
  event: MessageEvent<Request | FrameMessage | TrustMessage | ModuleMessage>,
): void => {
  const { data } = event;
  if (data.kind === 'trust') learnTrust(data.trust);
  else if (data.kind === 'frame') takeFrame(data);
  else if (data.kind === 'module') takeModule(data);
  else return void answer(data);
  earlier?.call(scope, event);
};
