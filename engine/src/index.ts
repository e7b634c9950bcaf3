export { codecs, engineVersion, type Codec } from './codecs.ts';
export {
  EngineError,
  engineErrorCodes,
  type EngineErrorCode,
  type EngineFeature,
} from './errors.ts';
export type { Rectangle } from './geometry.ts';
export type { Inspection } from './convert/inspect.ts';
export type { Plan, Step, StepKind } from './convert/plan/plan.ts';
export {
  limits,
  mimeTypes,
  pictureRoles,
  quality,
  resizePresets,
  type ConvertedPicture,
  type ConvertOptions,
  type ConvertResult,
  type InputFormat,
  type JobOptions,
  type Note,
  type OutputFormat,
  type PictureRole,
  type ResizeOptions,
  type ResizePreset,
  type Rotation,
} from './options.ts';
export { createPool } from './run/create-pool.ts';
export { convert, decode, encodeJpeg, inspect, metadata, thumbnail } from './run/default-pool.ts';
export type { NetworkRequest } from './run/workers/messages.ts';
export type {
  MetadataTools,
  NamedConvertOptions,
  Pool,
  PoolOptions,
  ShortJobOptions,
} from './run/pool.ts';
export type { FileMetadata, StrippedMetadata } from './samples/file-metadata.ts';
export type {
  DecodedAs,
  DecodeOptions,
  EncodeJpegOptions,
  PixelSamples,
  PixelsToEncode,
  PlaneSamples,
  PlanesToEncode,
  Samples,
  SamplesToEncode,
} from './samples/samples.ts';
export type { ChromaFormat } from './planes/planes.ts';
export type { ColorTags } from './planes/raster.ts';
export { nameContent } from './formats/name-content.ts';
export { sniff, sniffLength } from './formats/sniff.ts';
export type { Movie } from './motion/movie.ts';
export type { Thumbnail } from './convert/thumbnail.ts';
export type { TextStorage } from './tiles/trust-store.ts';
