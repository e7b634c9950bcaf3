import { canceled, toEngineError } from '../errors.ts';
import { nameOf, requireSignal } from './conversion/input.ts';
import { inspectFile } from '../convert/inspect.ts';
import type { ConvertResult, FileOptions, JobOptions } from '../options.ts';
import { makeGainMap } from '../convert/make-gain-map.ts';
import { runPipeline, salvagePipeline, startPipeline } from '../convert/pipeline.ts';
import { decodeSamples } from '../samples/decode-samples.ts';
import { encodeSamples } from '../samples/encode-samples.ts';
import { editMetadata, readMetadata } from '../samples/file-metadata.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import type { Pool } from './pool.ts';
import { convertFile } from './conversion/convert-file.ts';
import type { Runners } from './conversion/runners.ts';
import { makeTask } from './conversion/make-task.ts';
import { makeAlpha } from '../strips/make-alpha.ts';
import { makeScan } from '../strips/make-strip.ts';
import { makeWebp } from '../strips/make-webp.ts';
import { wholeOf } from '../strips/tasks/result.ts';
import { readMovie } from '../motion/movie.ts';
import { readThumbnail } from '../convert/thumbnail.ts';
import { untilAborted } from './until-aborted.ts';

/** Converts in strips as a pool of workers does, one strip after another in this thread. */
async function convertInOneThread(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: JobOptions & { signal: AbortSignal },
): Promise<ConvertResult> {
  // All strips share one encoder, so they run one at a time.
  let last: Promise<unknown> = Promise.resolve();
  const runners: Runners = {
    start: (onProgress, chosen) => startPipeline(file, name, options, { onProgress }, chosen),
    runWhole: (onProgress) => runPipeline(file, name, options, { onProgress }),
    salvage: (onProgress) => salvagePipeline(file, name, options, { onProgress }),
    runTask(task, signal, _plan, onShare, planes) {
      const turn = last.then(async () => {
        if (signal.aborted) throw canceled();
        return wholeOf(await makeTask(task, file, () => {}, { onProgress: onShare, planes }));
      });
      last = turn.catch(() => {});
      return turn;
    },
    runScan(tokens, huffman, signal) {
      if (signal.aborted) return Promise.reject(canceled());
      return makeScan(tokens, huffman, () => {});
    },
    runWebp(strips, frame, signal) {
      if (signal.aborted) return Promise.reject(canceled());
      return makeWebp(strips, frame);
    },
    runAlpha(alpha, size, signal) {
      if (signal.aborted) return Promise.reject(canceled());
      return makeAlpha(alpha, size);
    },
    runMap(darkened, room, signal) {
      if (signal.aborted) return Promise.reject(canceled());
      return makeGainMap(darkened, room);
    },
  };
  return convertFile(runners, hooks, options);
}

/** A thread's codecs hold one picture at a time, so the jobs of all pools run one at a time. */
let lastJob: Promise<unknown> = Promise.resolve();

/** A pool for Node without web workers. Jobs run one after another in this thread. */
export function createLocalPool(): Pool {
  const ended = new AbortController();
  /** A canceled job rejects at once; its work stops at the end of the current strip. */
  const inTurn = <T>(
    run: (signal: AbortSignal) => Promise<T>,
    ownSignal: AbortSignal | undefined,
  ): Promise<T> => {
    requireSignal(ownSignal);
    const signal = AbortSignal.any([ended.signal, ...(ownSignal ? [ownSignal] : [])]);
    if (signal.aborted) return Promise.reject(canceled());
    const turn = lastJob.then(async () => {
      if (signal.aborted) throw canceled();
      return run(signal).catch((error: unknown) => {
        throw toEngineError(error, 'corrupt-file');
      });
    });
    lastJob = turn.catch(() => {});
    return untilAborted(turn, signal);
  };
  return {
    async convert(input, asked, job) {
      const { name, ...options } = asked ?? {};
      const { signal: own, ...hooks } = job ?? {};
      const ownName = nameOf(input);
      return inTurn(
        (signal) => convertInOneThread(input, name ?? ownName, options, { ...hooks, signal }),
        own,
      );
    },
    async inspect(input, asked, job) {
      const { name, ...options } = asked ?? {};
      const ownName = nameOf(input);
      return inTurn(() => inspectFile(input, name ?? ownName, options), job?.signal);
    },
    async thumbnail(input, job) {
      nameOf(input);
      return inTurn(() => readThumbnail(input), job?.signal);
    },
    async movie(input, job) {
      nameOf(input);
      return inTurn(() => readMovie(input), job?.signal);
    },
    async decode<Options extends DecodeOptions>(input: Blob, options?: Options, job?: JobOptions) {
      const { signal: own, ...hooks } = job ?? {};
      nameOf(input);
      const samples = await inTurn(() => decodeSamples(input, options ?? {}, hooks), own);
      return samples as DecodedAs<Options>;
    },
    async encodeJpeg(samples, options, job) {
      return inTurn(() => encodeSamples(samples, options ?? {}), job?.signal);
    },
    metadata: {
      async read(input, job) {
        nameOf(input);
        return inTurn(() => readMetadata(input), job?.signal);
      },
      async strip(input, what = 'all', job) {
        nameOf(input);
        return inTurn(() => editMetadata(input, { kind: 'strip', what }), job?.signal);
      },
      async copy(from, to, job) {
        nameOf(from);
        nameOf(to);
        return inTurn(() => editMetadata(to, { kind: 'copy', from }), job?.signal);
      },
    },
    destroy: () => ended.abort(),
  };
}
