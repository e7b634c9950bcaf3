import type { Density } from './density.ts';

/** A text chunk of a PNG, or a comment of a JPEG, whose keyword is `Comment`. */
export interface TextEntry {
  keyword: string;
  text: string;
}

/** Metadata blocks, which pass from input to output unchanged unless requested otherwise. */
export interface MetadataBlocks {
  /** A TIFF structure (starts with `II*` or `MM*`), without a container's prefix. */
  exif?: Uint8Array;
  /** An XMP packet, UTF-8. */
  xmp?: Uint8Array;
  /**
   * Joined content of JPEG's extended XMP segments. The packet's `HasExtendedXMP` holds the GUID.
   */
  extendedXmp?: { guid: string; packet: Uint8Array };
  /** Payload of JPEG's APP13: Photoshop image resources, which may include an IPTC record. */
  photoshop?: Uint8Array;
  /** Texts outside the other blocks, in the file's order. */
  texts?: readonly TextEntry[];
  /** The picture's density. It stays even when all else is stripped. */
  density?: Density;
}

/** Largest Exif block that fits into a JPEG segment, after the length and `Exif\0\0`. */
export const exifRoom = 65_527;

/**
 * The most characters of a text that a format other than its own gets. Longer ones are data for a program, which looks
 * for it in PNGs.
 */
export const maxForeignText = 16_384;
