import { EngineError } from '../errors.ts';
import {
  limits,
  mimeTypes,
  pictureRoles,
  quality as qualityRange,
  type FileOptions,
} from '../options.ts';

function refuse(message: string): never {
  throw new EngineError('invalid-options', message);
}

/** Throws `invalid-options` for a given value that is not allowed. */
export function requireOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (value !== undefined && !allowed.includes(value))
    refuse(`${name} is one of ${allowed.join(', ')}`);
}

function requireWhole(name: string, value: number | undefined, low: number, high: number): void {
  if (value === undefined) return;
  if (!Number.isInteger(value) || value < low || value > high) {
    refuse(`${name} is a whole number from ${low} to ${high}`);
  }
}

const switches = ['lossless', 'fewerPixels', 'keepSmallerOriginal', 'salvage'] as const;

/**
 * Throws `invalid-options` for options that differ from the type `FileOptions`. Whether a crop lies
 * inside the picture is for the plan to say.
 */
export function requireValid(options: FileOptions): void {
  requireOneOf('format', options.format, Object.keys(mimeTypes));
  requireOneOf('metadata', options.metadata, ['keep', 'without-location', 'strip']);
  requireOneOf('color', options.color, ['as-is', 'srgb']);
  requireOneOf('hdr', options.hdr, ['keep', 'leave-out']);
  requireOneOf('video', options.video, ['leave-out', 'beside', 'keep']);
  if (options.liveMovie !== undefined && !(options.liveMovie instanceof Blob))
    refuse('liveMovie is a Blob');
  for (const name of switches) requireOneOf(name, options[name], [true, false]);
  for (const name of ['crop', 'resize'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && (typeof value !== 'object' || value === null))
      refuse(`${name} is an object`);
  }
  if (Array.isArray(options.pictures)) {
    for (const role of options.pictures) requireOneOf('pictures', role, pictureRoles);
  } else requireOneOf('pictures', options.pictures, ['primary', 'all', 'everything']);
  requireOneOf('rotate', options.rotate, [0, 90, 180, 270]);
  requireOneOf('flip', options.flip, ['horizontal', 'vertical']);
  requireOneOf('exifOrientation', options.exifOrientation, ['apply', 'ignore']);
  requireOneOf('resize.mode', options.resize?.mode, ['fit', 'fill', 'stretch']);
  requireOneOf('resize.position', options.resize?.position, ['center', 'top-left']);
  requireWhole('quality', options.quality, qualityRange.min, qualityRange.max);
  requireWhole('targetBytes', options.targetBytes, 1, Number.MAX_SAFE_INTEGER);
  requireWhole('resize.width', options.resize?.width, 1, limits.side);
  requireWhole('resize.height', options.resize?.height, 1, limits.side);
  const { background } = options;
  if (
    background !== undefined &&
    !(typeof background === 'string' && /^#[0-9a-f]{6}$/i.test(background))
  ) {
    refuse('background is a color like #ffffff');
  }
}
