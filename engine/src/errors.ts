import type { InputFormat, OutputFormat } from './options.ts';

/**
 * Every reason a conversion can fail with. The list is closed: callers may switch over it.
 * `internal-error` is a fault of this engine, not of the file.
 */
export const engineErrorCodes = [
  'empty-file',
  'unsupported-format',
  'unsupported-feature',
  'corrupt-file',
  'too-large',
  'out-of-memory',
  'timed-out',
  'canceled',
  'worker-crashed',
  'code-not-loaded',
  'encode-failed',
  'invalid-options',
  'internal-error',
] as const;

export type EngineErrorCode = (typeof engineErrorCodes)[number];

/** What a file is that is no picture, as far as its first bytes say. */
export type OtherContent =
  | 'pdf'
  | 'zip'
  | 'rar'
  | '7z'
  | 'gzip'
  | 'video'
  | 'audio'
  | 'psd'
  | 'jpeg2000'
  | 'program'
  | 'html'
  | 'text'
  | 'unknown';

/** What our HEVC decoder refuses by name, and libheif may decode. */
export type HevcFeature =
  | `hevc-bit-depth-${number}`
  | 'hevc-cabac-bypass-alignment'
  | 'hevc-extended-precision'
  | 'hevc-inter-slice'
  | 'hevc-screen-content'
  | 'hevc-separate-color-planes';

/** What is missing to convert a file. The list is closed, except for names that are in the file. */
export type EngineFeature =
  | OtherContent
  | HevcFeature
  | `${InputFormat}-metadata`
  | `${OutputFormat}-side`
  | `item-${string}`
  | `matrix-${number}`
  | `property-${string}`
  | 'avs-item'
  | 'bmp-compression'
  | 'cropped-alpha'
  | 'evc-item'
  | 'external-data'
  | 'grid'
  | 'hdr-transfer'
  | 'hevc-sequence-item'
  | 'icc-profile'
  | 'image-decoder'
  | 'image-sequence'
  | 'jpeg-12-bit'
  | 'jpeg-cmyk'
  | 'jpeg-coding'
  | 'jpeg-item'
  | 'jpeg-planes'
  | 'jpeg-scans'
  | 'jpeg-xl-cmyk'
  | 'jpeg2000-item'
  | 'layered-hevc-item'
  | 'mask-item'
  | 'mini-box'
  | 'misdescribed-samples'
  | 'node-version'
  | 'orientation'
  | 'overlay'
  | 'planes'
  | 'predicted-item'
  | 'protected-item'
  | 'raw-without-preview'
  | 'row-order'
  | 'svg'
  | 'svg-with-page'
  | 'tiff-bits'
  | 'tiff-colors'
  | 'tiff-compression'
  | 'tiff-mixed-bits'
  | 'tiff-old-jpeg'
  | 'tiff-ycbcr'
  | 'uncompressed-item'
  | 'video-decoder'
  | 'video-decoder-silent'
  | 'video-frame-format'
  | 'vvc-item';

export interface EngineErrorDetails {
  feature?: EngineFeature | undefined;
  /** With `too-large` and `out-of-memory`: a size of the result, in pixels, that would work. */
  fits?: { width: number; height: number } | undefined;
  cause?: unknown;
}

/**
 * The only error that leaves the engine. `code` is for programs, `message` for logs and developers;
 * words for users are the caller's business. `feature` names what is missing when `code` is
 * `unsupported-feature` or `unsupported-format` (for example `uncompressed-item`, `text`).
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly feature: EngineFeature | undefined;
  readonly fits: { width: number; height: number } | undefined;

  /** By its name, as WebKit may have this module twice in a worker: see `run/workers/worker.ts`. */
  static override [Symbol.hasInstance](thing: unknown): boolean {
    return thing instanceof Error && thing.name === 'EngineError';
  }

  constructor(code: EngineErrorCode, message: string, details: EngineErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'EngineError';
    this.code = code;
    this.feature = details.feature;
    this.fits = details.fits;
  }
}

/** The failure of what was stopped by its signal, or with its pool. */
export function canceled(): EngineError {
  return new EngineError('canceled', 'The conversion was canceled');
}

/** For parts of a file that may be broken while the rest is whole: `null` where reading ends in an EngineError. */
export function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Damaged data may also look like data in a coding that is not supported. */
const damageCodes: readonly string[] = ['corrupt-file', 'unsupported-feature'];

/** For what can be salvaged of a damaged file: `null` where damage prevents reading. */
export async function orDamaged<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EngineError && damageCodes.includes(error.code)) return null;
    throw error;
  }
}

/** What browsers say when memory runs out, or when code does not arrive. */
const tellingMessages: [pattern: RegExp, code: EngineErrorCode][] = [
  [/allocation failed|array length|out of memory|could not allocate|call stack/i, 'out-of-memory'],
  [
    /dynamically imported module|importing a module script|loading chunk|javascript mime/i,
    'code-not-loaded',
  ],
];

/**
 * Wraps whatever was thrown: an EngineError as it is, everything else by what it says, or as
 * `fallback`. A `TypeError` or `ReferenceError` is a fault of our own code, whatever the file: calls
 * of browsers that throw them for bad data have to be wrapped where they are made.
 */
export function toEngineError(thrown: unknown, fallback: EngineErrorCode): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const told = tellingMessages.find(([pattern]) => pattern.test(message));
  const isOurs = thrown instanceof TypeError || thrown instanceof ReferenceError;
  const code = told?.[1] ?? (isOurs ? 'internal-error' : fallback);
  return new EngineError(code, message, { cause: thrown });
}
