/** Adler-32 of some bytes (RFC 1950, 8.2), and their number. */
export interface Checksum {
  adler: number;
  size: number;
}

/** Checksum of no bytes. */
export const emptyChecksum: Checksum = { adler: 1, size: 0 };

/** The modulus of Adler-32. */
const modulus = 65_521;

/** Checksum of two consecutive runs of bytes. */
export function joinChecksums(first: Checksum, second: Checksum): Checksum {
  const [a1, b1] = [first.adler & 0xffff, first.adler >>> 16];
  const [a2, b2] = [second.adler & 0xffff, second.adler >>> 16];
  const a = (a1 + a2 + modulus - 1) % modulus;
  const shift = ((second.size % modulus) * ((a1 + modulus - 1) % modulus)) % modulus;
  const b = (b1 + b2 + shift) % modulus;
  return { adler: ((b << 16) | a) >>> 0, size: first.size + second.size };
}
