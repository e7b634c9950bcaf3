import type { OutputFormat } from '../options.ts';

/** What a format has a place for, beside Exif and XMP. */
export interface TextPlaces {
  /** Texts with keywords of any length. */
  keywords: boolean;
  /** Comments, which have no keyword. */
  comments: boolean;
  /** Photoshop's resources, and so IPTC. */
  photoshop: boolean;
}

export const textPlaces: Record<OutputFormat, TextPlaces> = {
  jpeg: { keywords: false, comments: true, photoshop: true },
  png: { keywords: true, comments: false, photoshop: false },
  webp: { keywords: false, comments: false, photoshop: false },
};
