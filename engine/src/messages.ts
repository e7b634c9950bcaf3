import type { EngineErrorCode } from './errors.ts';
import type { Inspection } from './inspect.ts';
import type { ConvertOptions, ConvertResult } from './options.ts';

/** Page to worker. One task at a time; ids never repeat in the life of a page. */
export type Request =
  | { kind: 'convert'; id: number; file: Blob; name: string; options: ConvertOptions }
  | { kind: 'inspect'; id: number; file: Blob; name: string; options: ConvertOptions };

/** An EngineError as data: structured clone keeps only the message of a custom error. */
export interface Failure {
  code: EngineErrorCode;
  message: string;
  feature: string | undefined;
  fits: { width: number; height: number } | undefined;
}

/** Worker to page. Every request ends in exactly one `done` or `failed`. */
export type Reply =
  | { kind: 'progress'; id: number; fraction: number }
  /** The work ahead needs at most so many seconds from now; past that the page gives up. */
  | { kind: 'deadline'; id: number; seconds: number }
  | { kind: 'done'; id: number; result: ConvertResult | Inspection }
  | { kind: 'failed'; id: number; failure: Failure };
