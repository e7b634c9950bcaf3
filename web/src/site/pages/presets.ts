import { quality, resizePresets } from '@stillpix/engine/facts';

// The converter's named choices. They are here, below the converter, because texts quote them, too.

/** Requirement C10. The presets are free, the slider between them is Pro. */
export const qualityRange = { min: quality.min, max: quality.max, step: 1 } as const;
export const qualityPresets = { small: 70, balanced: 85, high: 95 } as const;

/** The quality that a tool starts with. */
export const startQuality = {
  convert: quality.default,
  compress: qualityPresets.balanced,
} as const;

/** Requirement C13, in pixels. */
export const sizePresets = resizePresets;
export type SizePreset = keyof typeof sizePresets;
