import { EngineError } from '../../errors.ts';
import { hasZeroRun } from '../../bytes/zero-run.ts';
import type { WebpFile } from './container.ts';
import type { ModeReader } from './vp8-modes.ts';

/** In the first byte of an `ALPH` chunk (RFC 9649, 2.7.1.2): how alpha is stored, 0 for as it is. */
const alphaCompression = 0x03;

function findData({ chunks }: WebpFile, type: string): Uint8Array | undefined {
  return chunks.find((chunk) => chunk.type === type)?.data;
}

/**
 * Whether a part of a still picture's coded data seems to be lost: WebP has no checksums, and decoders
 * make something of any bytes. Throws `corrupt-file` for what cannot be whole.
 */
export function mayBeDamaged(file: WebpFile, modes: ModeReader): boolean {
  if (isPartLost(file)) return true;
  const lossy = findData(file, 'VP8 ');
  if (lossy && !modes.hasModesForSize(lossy)) {
    throw new EngineError('corrupt-file', 'WebP: the coded picture has another size than it says');
  }
  return false;
}

/** The same without a look at whether a lossy picture has the size that it says. */
export function isPartLost(file: WebpFile): boolean {
  const coded = findData(file, 'VP8 ') ?? findData(file, 'VP8L');
  if (coded && hasZeroRun(coded)) return true;
  const alpha = findData(file, 'ALPH');
  return alpha !== undefined && (alpha[0]! & alphaCompression) !== 0 && hasZeroRun(alpha);
}
