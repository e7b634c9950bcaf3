// What workers make of strips. The kind of a result is that of its task's output.
import { EngineError } from '../../errors.ts';
import { joinChecksums, type Checksum } from '../../formats/png/checksum.ts';
import type { AlphaPlane } from '../../formats/webp/alpha/alpha-plane.ts';
import type { Note } from '../../options.ts';
import type { Planes } from '../../planes/planes.ts';
import type { GainMapSamples } from '../../transform/gain-map.ts';
import type { ResampledRows } from '../../transform/resampled-rows.ts';
import type { WebpFrame } from './webp-frame.ts';

/** Coded luma rows of a picture, as tokens (`packTokens`). */
export interface CodedRows {
  from: number;
  to: number;
  tokens: Uint8Array<ArrayBuffer>;
}

/** Samples that a strip returned. */
export interface SampleRows {
  /** Of each component. */
  rows: ResampledRows[];
  /** The rows below these, if the strip's worker has coded them already. */
  coded: CodedRows | null;
}

/** How often each symbol occurs in the counted MCU rows of a strip, for each quality. */
export interface CountedRows {
  /** The strip's luma rows. */
  rows: number;
  symbols: Uint32Array<ArrayBuffer>[];
}

/** By how much tone mapping darkened some rows. */
export interface DarkenedRows {
  /** The gain in stops that the samples are fractions of. */
  stops: number;
  /** With half the pixels per side. */
  samples: GainMapSamples;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Each `parts` is in order, from the top of the strip. */
type StripContent =
  /** See `packTokens`. */
  | { kind: 'tokens'; parts: Bytes[] }
  | { kind: 'samples'; parts: SampleRows[]; counts: CountedRows[] }
  /** For each part of the strip, see `JpegEncoder.countSymbols`. */
  | { kind: 'counts'; counts: CountedRows[] }
  /** See `packVp8Strip`. */
  | { kind: 'macroblocks'; parts: Bytes[] }
  /** For each part of the strip, as many strips of macroblocks as there are qualities. */
  | { kind: 'trials'; parts: Bytes[] }
  /** Chunks of a PNG, with the checksum of their samples: the stream ends with that of all. */
  | { kind: 'png-rows'; parts: (Bytes | Blob)[]; checksum: Checksum };

/** What a strip's worker has found besides. */
export interface StripFindings {
  /** Transparent pixels were blended onto a color. */
  isFilled: boolean;
  /** Other notes on the picture. */
  notes: readonly Note[];
  /** For each part of the strip, if a gain map is to be made from it. */
  darkened: readonly DarkenedRows[];
  /** What a WebP gets that is known only once its pixels are decoded. */
  webp: Pick<WebpFrame, 'icc' | 'alpha'> | null;
  /** Of samples that are returned, if any of them is transparent. */
  alpha: AlphaPlane | null;
  /** The strip's planes, if its task returns them. */
  planes: Planes | null;
}

export const noFindings: StripFindings = {
  isFilled: false,
  notes: [],
  darkened: [],
  webp: null,
  alpha: null,
  planes: null,
};

export type StripResult = StripContent & StripFindings;

/** A part that its strip's worker made itself, and its index from the top. */
export interface KeptPart {
  index: number;
  result: StripResult;
}

/** The answer of a worker that may have handed over the other parts of its strip. */
export type MadeStrip = StripResult | { kind: 'kept'; parts: KeptPart[] };

/** A result of this kind. Throws `worker-crashed` for another. */
export function requireResult<Kind extends StripResult['kind']>(
  result: StripResult,
  kind: Kind,
): Extract<StripResult, { kind: Kind }> {
  if (hasKind(result, kind)) return result;
  throw new EngineError('worker-crashed', `A strip became ${result.kind}, not ${kind}`);
}

function hasKind<Kind extends StripResult['kind']>(
  result: StripResult,
  kind: Kind,
): result is Extract<StripResult, { kind: Kind }> {
  return result.kind === kind;
}

/** What strips were coded to, in order. */
export function codedBytesOf(
  results: readonly StripResult[],
  kind: 'tokens' | 'macroblocks' | 'trials',
): Bytes[] {
  return results.flatMap((result) => requireResult(result, kind).parts);
}

/** Symbol counts of strips that became these. */
export function countsOf(results: readonly StripResult[]): CountedRows[] {
  return results.flatMap((result) => requireResult(result, 'counts').counts);
}

/** Chunks of a PNG, and the checksum of each strip. */
export function pngRowsOf(results: readonly StripResult[]): {
  chunks: (Bytes | Blob)[];
  checksums: Checksum[];
} {
  const strips = results.map((result) => requireResult(result, 'png-rows'));
  return {
    chunks: strips.flatMap(({ parts }) => parts),
    checksums: strips.map(({ checksum }) => checksum),
  };
}

function joinFindings(results: readonly StripResult[]): StripFindings {
  return {
    isFilled: results.some(({ isFilled }) => isFilled),
    notes: results.flatMap(({ notes }) => notes),
    darkened: results.flatMap(({ darkened }) => darkened),
    webp: results.find(({ webp }) => webp)?.webp ?? null,
    alpha: results.find(({ alpha }) => alpha)?.alpha ?? null,
    planes: null,
  };
}

/** Joins the results of a strip's parts, in order. */
export function joinResults(results: readonly StripResult[]): StripResult {
  const { kind } = results[0]!;
  const findings = joinFindings(results);
  switch (kind) {
    case 'samples': {
      const all = results.map((result) => requireResult(result, kind));
      const parts = all.flatMap((each) => each.parts);
      return { ...findings, kind, parts, counts: all.flatMap(({ counts }) => counts) };
    }
    case 'counts':
      return { ...findings, kind, counts: countsOf(results) };
    case 'png-rows': {
      const { chunks, checksums } = pngRowsOf(results);
      return { ...findings, kind, parts: chunks, checksum: checksums.reduce(joinChecksums) };
    }
    case 'tokens':
    case 'macroblocks':
    case 'trials':
      return { ...findings, kind, parts: codedBytesOf(results, kind) };
  }
}

/** A strip whose worker has handed nothing over. */
export function wholeOf(made: MadeStrip): StripResult {
  if (made.kind !== 'kept') return made;
  const parts = made.parts.toSorted((a, b) => a.index - b.index);
  return joinResults(parts.map(({ result }) => result));
}
