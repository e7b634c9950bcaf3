import type { EngineErrorCode } from '../errors.ts';
import type { Inspection } from '../convert/inspect.ts';
import type { ConvertOptions, ConvertResult } from '../options.ts';
import type { Planes } from '../planes/planes.ts';
import type { StripPart } from '../strips/parts.ts';
import type { StripResult, StripTask } from '../strips/task.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { PlannedConversion } from './convert-file.ts';
import type { Verdict } from '../tiles/trust.ts';
import type { WasmName } from '../wasm/files.ts';

/**
 * Page to worker. One task at a time; ids never repeat in the life of a page. `othersIdle` says that
 * another worker had nothing to do when the task was given out, so that it may be shared.
 */
export type Request = Job & { id: number; othersIdle: boolean };

/** What a worker is asked to do. */
export type Job =
  /** With `inStrips`, the worker may answer with a plan for strips instead of a result. */
  | {
      kind: 'convert';
      file: Blob;
      name: string;
      options: ConvertOptions;
      inStrips: boolean;
    }
  | {
      kind: 'strip';
      file: Blob;
      task: StripTask;
      /** What the strip is made of, when it is decoded already. */
      planes?: Planes;
    }
  | { kind: 'inspect'; file: Blob; name: string; options: ConvertOptions }
  | { kind: 'thumbnail'; file: Blob };

/** Page to worker, without an answer: what other workers know of this browser's video decoders. */
export interface Lesson {
  kind: 'learn';
  verdicts: Readonly<Record<string, Verdict>>;
}

/**
 * Page to worker, without an answer: a codec's code, fetched and compiled once for all workers. `coming`
 * asks them to wait for it, and `null` says that they must fetch it themselves after all.
 */
export interface Delivery {
  kind: 'wasm';
  name: WasmName;
  module: WebAssembly.Module | 'coming' | null;
}

/** An EngineError as data: structured clone keeps only the message of a custom error. */
export interface Failure {
  code: EngineErrorCode;
  message: string;
  feature: string | undefined;
  fits: { width: number; height: number } | undefined;
}

/** What tasks end in. */
export type Result =
  | ConvertResult
  | Inspection
  | PlannedConversion
  | StripResult
  | Thumbnail
  | null;

/** Worker to page. Every request ends in exactly one `done` or `failed`. */
export type Reply =
  | { kind: 'progress'; id: number; fraction: number }
  /** A part of the task that others may do. */
  | { kind: 'part'; id: number; part: StripPart }
  /** The work ahead needs at most so many seconds from now; past that the page gives up. */
  | { kind: 'deadline'; id: number; seconds: number }
  | { kind: 'done'; id: number; result: Result }
  | { kind: 'failed'; id: number; failure: Failure };

/** Worker to page, at any time. */
export interface Finding {
  kind: 'finding';
  codec: string;
  verdict: Verdict;
}
