import type { Size } from '../../geometry.ts';

/** A guess at the chroma resolution that suits a limit, made before the quality is known. */
export type ChromaGuess =
  /** Chroma is halved if the lowest quality does not suffice. */
  | { chroma: 'full' }
  /** From this quality on, full resolution would have been worthwhile. */
  | { chroma: 'half'; fullFrom: number };

/** Limits for a file. They decide its quality once its samples are known. */
export interface SizeLimit {
  /** For the picture and its gain map, without a video. */
  bytes: number;
  quality: { min: number; max: number };
  /** The picture may get fewer pixels if the lowest quality does not suffice. */
  mayShrink: boolean;
  /** `null` if nothing had to be guessed. */
  guess: ChromaGuess | null;
  /** There are too many samples to keep: each attempt decodes them again. */
  decodesAgain: boolean;
}

/** Choices made once a picture's samples are known. */
export interface Chosen {
  /** May be fractional. */
  quality: number;
  size: Size;
  /** Chroma resolution, if the limit decides it and the first guess was wrong. */
  chroma?: ChromaGuess['chroma'] | undefined;
}
