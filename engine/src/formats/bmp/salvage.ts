import { EngineError } from '../../errors.ts';
import { fillMissing } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeReadable } from './decode.ts';
import type { BmpHeader } from './header.ts';
import { isInRuns } from './runs.ts';

/** Makes all but the first `read` pixels, in the file's order of rows, gray. */
function fillRest(data: Raster['data'], header: BmpHeader, read: number): void {
  const { width, height, topDown } = header;
  if (topDown) return fillMissing(data, read, width * height);
  const row = Math.floor(read / width);
  const start = (height - 1 - row) * width;
  fillMissing(data, 0, start);
  fillMissing(data, start + (read % width), start + width);
}

/**
 * Decodes what can be read. The rest is gray, or transparent in a picture with alpha. Throws `corrupt-file` where there
 * is nothing.
 */
export function decodeDamagedBmp(bytes: Uint8Array, header: BmpHeader): Raster {
  const { raster, read } = decodeReadable(bytes, header);
  const size = header.width * header.height;
  if (read === 0) throw new EngineError('corrupt-file', 'BMP: no pixels can be read');
  if (read === size) return { ...raster, mayBeDamaged: true };
  // Runs have no alpha but that of pixels they skip.
  if (raster.opaque || isInRuns(header)) fillRest(raster.data, header, read);
  return { ...raster, missing: 1 - read / size };
}
