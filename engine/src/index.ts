export { codecs, engineVersion, type Codec } from './codecs.ts';
export { EngineError, engineErrorCodes, type EngineErrorCode } from './errors.ts';
export type { Inspection } from './convert/inspect.ts';
export type { Plan, Step, StepKind } from './convert/plan.ts';
export {
  limits,
  mimeTypes,
  quality,
  resizePresets,
  type ConvertedPicture,
  type ConvertOptions,
  type ConvertResult,
  type InputFormat,
  type JobOptions,
  type Note,
  type OutputFormat,
  type Rectangle,
  type ResizeOptions,
  type ResizePreset,
} from './options.ts';
export {
  convert,
  createPool,
  inspect,
  thumbnail,
  type NamedConvertOptions,
  type Pool,
  type PoolOptions,
} from './run/pool.ts';
export { nameContent, sniff, sniffLength } from './formats/sniff.ts';
export type { Thumbnail } from './convert/thumbnail.ts';
export type { TextStorage } from './tiles/trust-store.ts';
