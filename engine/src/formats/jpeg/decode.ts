import decode, { init } from '@jsquash/jpeg/decode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { findJpegColor } from './read-metadata.ts';
import { type JpegFile } from './segments.ts';

/** libjpeg's warnings about the current picture. It continues after each. */
let warnings: string[] = [];

/**
 * Writers leave a few stray bytes before a marker. More than this are the remains of a lost
 * picture.
 */
const maxStrayBytes = 16;

/**
 * Every warning about coded data means damage (gray or shifted parts), except for a few stray
 * bytes. Warnings about the rest of the file (`jerror.h`: JFIF's version, Adobe's color code) do
 * not matter.
 */
function isDamage(warning: string): boolean {
  const [, count, marker] = /(\d+) extraneous bytes before marker 0x(\w\w)/.exec(warning) ?? [];
  if (count !== undefined) {
    const isRestart = /^d[0-7]$/.test(marker!);
    return isRestart || Number(count) > maxStrayBytes;
  }
  return !/JFIF revision|Adobe color transform/.test(warning);
}

const decoder = new PackagedCodec('mozjpeg-decoder', init, {
  printErr: (line: string) => warnings.push(line),
});

/** Decodes a JPEG as stored, without turning it. Throws `corrupt-file` or `unsupported-feature`. */
export async function decodeJpeg(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  if (file.bitDepth !== 8) {
    throw new EngineError('unsupported-feature', `JPEG with ${file.bitDepth} bits`, {
      feature: 'jpeg-12-bit',
    });
  }
  try {
    // The trailer is left out: it is not part of the picture.
    warnings = [];
    const image = await decoder.use(async () => {
      const decoded = await decode(bytes.subarray(0, file.end) as unknown as ArrayBuffer);
      const damaged = warnings.find(isDamage);
      if (damaged) throw new Error(damaged);
      return decoded;
    });
    return {
      width: image.width,
      height: image.height,
      // The decoder hands over its own memory. A copy of a large photo would take hundreds of
      // megabytes.
      data: new Uint8ClampedArray(image.data.buffer),
      opaque: true,
      gray: file.components === 1,
      premultiplied: false,
      color: findJpegColor(file),
      ...(warnings.length > 0 && { mayBeDamaged: true }),
    };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    // When libjpeg gives up, what it throws is no Error; its last warning holds the reason.
    const reason = cause instanceof Error ? cause.message : warnings.at(-1);
    throw new EngineError('corrupt-file', `JPEG: ${reason ?? 'undecodable'}`, { cause });
  }
}
