import type { Note } from '../src/options.ts';

/** What became of one photo. */
export type Outcome = { source: string; target: string | null } & (
  | {
      status: 'converted';
      sourceBytes: number;
      bytes: number;
      width: number;
      height: number;
      notes: Note[];
      /** Of a damaged file: about how much of the picture is missing, above 0 and at most 1. */
      missing?: number;
      milliseconds: number;
      /** Further files: other pictures, a video. */
      others: string[];
      /** Those that were not written, as a file of that name is there already. */
      othersSkipped: string[];
    }
  | { status: 'would-convert' }
  | { status: 'skipped'; reason: 'is-there' | 'same-file' | 'named-twice' }
  | { status: 'failed'; code: string; message: string }
);

/** How a run went, in numbers of photos. */
export interface Summary {
  converted: number;
  wouldConvert: number;
  skipped: number;
  failed: number;
  interrupted: boolean;
}
