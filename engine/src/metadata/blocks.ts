import type { Density } from './density.ts';

/** What a PNG's text chunk says, or a JPEG's comment, whose keyword is `Comment`. */
export interface TextEntry {
  keyword: string;
  text: string;
}

/** The blocks of metadata that travel from the input to the output untouched unless asked. */
export interface MetadataBlocks {
  /** A TIFF structure (starts with `II*` or `MM*`), without any container's prefix. */
  exif?: Uint8Array;
  /** An XMP packet, UTF-8. */
  xmp?: Uint8Array;
  /** What JPEG's `extendedXmp` segments held together, named by the packet's `HasExtendedXMP`. */
  extendedXmp?: { guid: string; packet: Uint8Array };
  /** The payload of JPEG's APP13: Photoshop image resources with an IPTC record inside. */
  photoshop?: Uint8Array;
  /** Words outside the other blocks, in the file's order. */
  texts?: readonly TextEntry[];
  /** The picture's, which stays where all else is stripped. */
  density?: Density;
}

/** Bytes of an Exif block that a segment of a JPEG has room for, behind its length and `Exif\0\0`. */
export const exifRoom = 65_527;
