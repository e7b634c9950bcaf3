/** Flags of VP8X (RFC 9649 section 2.7.1). */
export const vp8xFlags = {
  icc: 0x20,
  alpha: 0x10,
  exif: 0x08,
  xmp: 0x04,
  animation: 0x02,
} as const;
