import { startsWith } from '../../bytes/join.ts';
import { mpfMark, readMpf, type MpfEntry } from '../../gain-map/mpf.ts';
import { app2, type JpegFile } from './segments.ts';

/** The pictures that a JPEG's MPF list names (CIPA DC-007), at the positions it gives. */
export function listTrailingPictures(bytes: Uint8Array, { segments }: JpegFile): MpfEntry[] {
  return segments
    .filter(({ marker, payload }) => marker === app2 && startsWith(payload, mpfMark))
    .flatMap(({ payload }) => {
      const list = payload.subarray(mpfMark.length);
      return readMpf(list, list.byteOffset - bytes.byteOffset);
    });
}
