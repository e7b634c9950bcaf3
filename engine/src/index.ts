export { EngineError, engineErrorCodes, type EngineErrorCode } from './errors.ts';
export type { Inspection } from './inspect.ts';
export {
  limits,
  mimeTypes,
  quality,
  type ConvertedPicture,
  type ConvertOptions,
  type ConvertResult,
  type InputFormat,
  type JobOptions,
  type Note,
  type OutputFormat,
  type Rectangle,
  type ResizeOptions,
} from './options.ts';
export {
  convert,
  createPool,
  inspect,
  type NamedConvertOptions,
  type Pool,
  type PoolOptions,
} from './pool.ts';
export { nameContent, sniff, sniffLength } from './sniff.ts';
