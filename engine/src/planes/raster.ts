/** How the numbers of a picture become light: an ICC profile, code points of ITU-T H.273, or neither (then sRGB). */
export interface ColorTags {
  icc?: Uint8Array;
  /** H.273: colour primaries and transfer characteristics. Matrix and range are undone by the decoder. */
  cicp?: { primaries: number; transfer: number };
}

/**
 * Decoded samples on their way through the pipeline: interleaved RGBA rows without padding.
 * `Uint16Array` samples use the whole range 0 to 65535 whatever the depth in the file was.
 */
export interface Raster {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  /** True when every alpha sample is known to be at its maximum. */
  opaque: boolean;
  /** True when red, green and blue are known to be equal in every pixel. */
  gray: boolean;
  /** True when the colour samples are already multiplied by alpha. */
  premultiplied: boolean;
  color: ColorTags;
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
}
