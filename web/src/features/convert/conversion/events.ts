import type { ConverterOptions } from '../tools.ts';
import type { Failure } from './failure.ts';

/** What happens to a conversion, without words: the page has those. */
export type ConversionEvent =
  | { kind: 'added'; count: number; total: number; isFirst: boolean }
  | {
      kind: 'too-many';
      picked: number;
      /** Of these, how many came in. */
      taken: number;
      /** All that wait below the table now. */
      waiting: number;
      /** Some of them waited before. */
      hadWaiting: boolean;
      maxFiles: number;
      isPro: boolean;
    }
  /** Came from below the table as there was room. */
  | { kind: 'admitted'; count: number; waiting: number }
  /** The server said no. */
  | {
      kind: 'refused';
      action: 'add' | 'convert';
      reason: 'too-many-files' | 'daily-limit' | null;
      words: string;
      maxFiles: number;
      isPro: boolean;
    }
  /** The server allows fewer than the page thought, and the first of them are converted. */
  | { kind: 'fewer-allowed'; maxFiles: number }
  /** There was no word of the server on what is allowed. */
  | { kind: 'limits-unknown' }
  /** There is no network, and fewer convert than were wanted. */
  | { kind: 'offline'; maxFiles: number }
  /** The server is asked whether what was pressed is allowed. */
  | { kind: 'checking' }
  | { kind: 'started'; count: number; options: ConverterOptions }
  | { kind: 'photo-done'; name: string; settled: number; total: number }
  | { kind: 'photo-failed'; name: string; failure: Failure }
  | { kind: 'canceled' }
  /** Every photo of a batch has come to its end, good or bad. */
  | {
      kind: 'finished';
      converted: number;
      failed: number;
      /** Of those converted, how many are not what was asked for. */
      missed: number;
    }
  /** These movies belong to none of the photos: they wait for theirs, if there is one. */
  | { kind: 'movies-alone'; names: readonly string[] }
  | { kind: 'removed'; name: string }
  | { kind: 'cleared' }
  | { kind: 'clear-undone'; total: number }
  /** Came over from the page before. */
  | { kind: 'restored'; total: number };
