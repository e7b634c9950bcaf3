import { EngineError } from '../../errors.ts';
import { hasZeroRun } from '../../bytes/zero-run.ts';
import type { WebpFile } from './container.ts';
import type { ModeReader } from './vp8-modes.ts';

/** In the first byte of an `ALPH` chunk (RFC 9649, 2.7.1.2): how alpha is stored, 0 for as it is. */
const alphaCompression = 0x03;

/**
 * Whether a part of a still picture's coded data seems to be lost: WebP has no checksums, and decoders
 * make something of any bytes. Throws `corrupt-file` for what cannot be whole.
 */
export function mayBeDamaged({ chunks }: WebpFile, modes: ModeReader): boolean {
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const [lossy, lossless, alpha] = [find('VP8 '), find('VP8L'), find('ALPH')];
  const coded = lossy ?? lossless;
  if (coded && hasZeroRun(coded)) return true;
  if (alpha && (alpha[0]! & alphaCompression) !== 0 && hasZeroRun(alpha)) return true;
  if (lossy && !modes.hasModesForSize(lossy)) {
    throw new EngineError('corrupt-file', 'WebP: the coded picture has another size than it says');
  }
  return false;
}
