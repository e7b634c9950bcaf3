import type { ConverterOptions } from '../tools.ts';
import type { Failure } from './failure.ts';
import type { Shortfalls } from './summary.ts';

/** Events of a conversion, without text: the page has the words. */
export type ConversionEvent =
  | { kind: 'added'; count: number; total: number; isFirst: boolean }
  | {
      kind: 'too-many';
      picked: number;
      /** How many of these were accepted. */
      taken: number;
      /** All photos that wait below the list now. */
      waiting: number;
      /** Some photos waited before. */
      hadWaiting: boolean;
      maxFiles: number;
      isPro: boolean;
    }
  /** Photos that waited moved into the list, because there was room. */
  | { kind: 'admitted'; count: number; waiting: number }
  /** The server refused. */
  | {
      kind: 'refused';
      action: 'add' | 'convert';
      reason: 'too-many-files' | 'daily-limit' | null;
      words: string;
      maxFiles: number;
      isPro: boolean;
    }
  /** The server allows fewer than the page assumed; only the first of the photos are converted. */
  | { kind: 'fewer-allowed'; maxFiles: number }
  /** The server did not say what is allowed. */
  | { kind: 'limits-unknown' }
  /** There is no network, so fewer photos are converted than wanted. */
  | { kind: 'offline'; maxFiles: number }
  /** The server is being asked whether the requested conversion is allowed. */
  | { kind: 'checking' }
  | { kind: 'started'; count: number; options: ConverterOptions }
  | { kind: 'photo-done'; name: string; settled: number; total: number }
  | { kind: 'photo-failed'; name: string; failure: Failure }
  | { kind: 'canceled' }
  /** Every photo of a batch has settled, converted or failed. */
  | {
      kind: 'finished';
      converted: number;
      failed: number;
      /** How many of the converted ones lack something. */
      shortfalls: Shortfalls;
    }
  /** These movies belong to none of the photos. They wait for their photos. */
  | { kind: 'movies-alone'; names: readonly string[] }
  | { kind: 'removed'; name: string }
  | { kind: 'cleared' }
  | { kind: 'clear-undone'; total: number }
  /** Photos were taken over from the page before. */
  | { kind: 'restored'; total: number };
