import type { resizePresets } from '@stillpix/engine';

// What the converter offers by name. It stands here, below the converter, because texts quote it too.

/** Requirement C10. The presets are for everyone, the slider between them is Pro. */
export const qualityRange = { min: 50, max: 100, step: 1 } as const;
export const qualityPresets = { small: 70, balanced: 85, high: 95 } as const;

/** The quality that a tool starts with. */
export const startQuality = { convert: 92, compress: qualityPresets.balanced } as const;

/**
 * Requirement C13, in pixels. The engine's own list is not loaded yet when these are
 * drawn; the type holds the two together.
 */
export const sizePresets = {
  thumbnail: { width: 150, height: 150 },
  small: { width: 400, height: 400 },
  medium: { width: 800, height: 600 },
  large: { width: 1200, height: 900 },
  fullHD: { width: 1920, height: 1080 },
  instagram: { width: 1080, height: 1080 },
  facebookCover: { width: 1200, height: 630 },
  twitterHeader: { width: 1500, height: 500 },
} as const satisfies typeof resizePresets;
export type SizePreset = keyof typeof sizePresets;
