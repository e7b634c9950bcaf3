import type { FuzzReport } from '../corpus/fuzz-report.ts';
import type { ConvertOptions, EngineErrorCode, InputFormat, Note } from '../src/index.ts';

/** What the page is asked to do with one file. Everything here crosses from Node to the browser. */
export interface Task {
  /** Path on the laboratory's own server. */
  url: string;
  name?: string;
  options: ConvertOptions;
  /** Without an answer for so long, the file counts as hung and the pool is replaced. */
  limitMs: number;
  /** The result is posted back under this name when given. */
  saveAs?: string;
}

export type Outcome =
  | {
      kind: 'picture';
      milliseconds: number;
      width: number;
      height: number;
      notes: Note[];
      input: InputFormat;
      bytes: number;
    }
  | {
      kind: 'error';
      milliseconds: number;
      code: EngineErrorCode;
      feature: string | null;
      /** A size that would work, when this one does not. */
      fits: { width: number; height: number } | null;
      message: string;
    }
  /** Something other than an EngineError came out: always a defect. */
  | { kind: 'stray'; milliseconds: number; message: string }
  | { kind: 'hung'; milliseconds: number };

export interface Canceled {
  /** Code of the EngineError, or `picture` where the conversion was done first. */
  ending: string;
  /** From the canceling to the end. */
  milliseconds: number;
}

export type ContenderName =
  | 'stillpix'
  | 'heic-to'
  | 'heic2any'
  | 'libheif-js'
  | 'canvas'
  | 'canvas to png'
  | 'canvas to webp'
  | 'canvas to webp without loss'
  /** The longer side, with the browser's best smoothing. */
  | 'canvas to 1920';

export interface Timing {
  /** Wall time in milliseconds, from the call to the last file's blob. */
  milliseconds: number;
  /** Size of the last result. */
  bytes: number;
}

/** Milliseconds of each round, for the whole picture in one worker. */
export interface StageTimes {
  decode: number[];
  decodeByLibheif: number[];
  encode: number[];
  /** Of whole conversions, from file to file in one thread, each stage's part. */
  parts: { read: number; decode: number; encode: number; join: number }[];
}

/** Milliseconds of one conversion, the first on its page, from the moment the file is given. */
export interface StartTimes {
  /** Until the engine's script for pages has run. */
  script: number;
  /** Until a worker has started, read the file and planned its conversion. */
  planned: number;
  /** Until the first part of the picture is done. */
  firstPart: number;
  done: number;
}

/** What the page offers to the scripts that drive it. */
export interface Laboratory {
  convert(task: Task): Promise<Outcome>;
  /** Converts a small good file: shows that the pool is alive. */
  probe(url: string, limitMs: number): Promise<Outcome>;
  /** Fetches the files that mutants are made from. */
  loadForFuzzing(urls: string[]): Promise<void>;
  /** Does the jobs of a range of seeds, each on its mutant, as many at once as there are workers. */
  fuzz(range: { first: number; count: number; limitMs: number }): Promise<FuzzReport>;
  /** Cancels a conversion of the file after so many milliseconds. */
  cancelAfter(task: Task, milliseconds: number): Promise<Canceled>;
  closePool(): void;
  /** Replaces the pool by one of so many workers; `measure` then uses it too. */
  open(workers: number): Promise<void>;
  /** Does what a page does at the first sign that a HEIC will come; `measure` then uses that pool. */
  prepare(): Promise<void>;
  /** Fetches the file the measurements below are made with, so that no measurement includes it. */
  hold(url: string): Promise<number>;
  /**
   * Converts the held file `copies` times with one contender. Its code loads on the first call, so
   * that on a fresh page the time is that of a cold start.
   */
  measure(name: ContenderName, copies: number): Promise<Timing>;
  /** Posts what a contender makes of the held file to the server under a name. */
  save(name: ContenderName, saveAs: string): Promise<void>;
  /** Converts the held file with the engine and tells when its stages ended. */
  start(): Promise<StartTimes>;
  /** Times the engine's stages on the held file, a HEIC whose picture is made in strips. */
  stages(rounds: number): Promise<StageTimes>;
}

declare global {
  var laboratory: Laboratory;
}
