/** Chunk headers for alpha and the extended format, and padding to an even size. */
const chunksBesideAlpha = 8 + 1 + 18;

/** Most bytes that alpha adds to a file, see `addAlpha`. */
export function alphaBytes(alpha: Uint8Array | null): number {
  return alpha ? alpha.length + chunksBesideAlpha : 0;
}
