import { EngineError } from '../../errors.ts';
import { hasZeroRun } from '../../bytes/zero-run.ts';
import type { WebpFile } from './container.ts';
import type { ModeReader } from './vp8-modes.ts';

/** Bits of an `ALPH` chunk's first byte (RFC 9649, 2.7.1.2) for the compression; 0 is none. */
const alphaCompression = 0x03;

function findData({ chunks }: WebpFile, type: string): Uint8Array | undefined {
  return chunks.find((chunk) => chunk.type === type)?.data;
}

/**
 * Whether a part of a still picture's coded data seems lost. Needed because WebP has no checksums,
 * and decoders accept any bytes. Throws `corrupt-file` for data that is certainly incomplete.
 */
export function mayBeDamaged(file: WebpFile, modes: ModeReader): boolean {
  if (isPartLost(file)) return true;
  const lossy = findData(file, 'VP8 ');
  if (lossy && !modes.hasModesForSize(lossy)) {
    throw new EngineError('corrupt-file', 'WebP: the coded picture has another size than it says');
  }
  return false;
}

/** The same, without checking that a lossy picture has its stated size. */
export function isPartLost(file: WebpFile): boolean {
  const coded = findData(file, 'VP8 ') ?? findData(file, 'VP8L');
  if (coded && hasZeroRun(coded)) return true;
  const alpha = findData(file, 'ALPH');
  return alpha !== undefined && (alpha[0]! & alphaCompression) !== 0 && hasZeroRun(alpha);
}
