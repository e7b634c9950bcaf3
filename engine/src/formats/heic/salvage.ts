import { joinBytes } from '../../bytes/join.ts';
import { readUint, remaining, skip, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { readBoxHead } from '../../heif/boxes.ts';
import { readHevcConfiguration } from '../../heif/hevc-configuration.ts';
import type { Picture } from '../../heif/picture.ts';
import type { UntaggedRaster } from '../../planes/raster.ts';
import { requireRgbaConverter } from '../../planes/to-rgba.ts';
import { loadDecoder } from '../../tiles/choose-decoder.ts';
import { decodeHevcTiles } from '../../tiles/software-decoder.ts';
import { loadWasm } from '../../wasm/load.ts';
import { type CodedPicture, type Damage, decodePicture } from './decode-picture.ts';

/** Most bytes to add to a file that is cut off. Photos are smaller; a box may claim anything. */
const maxMissing = 100 * 1024 * 1024;

/** A file of the length that its boxes state. */
export interface PaddedFile {
  /** With zeros in place of what is missing at the end. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that the file really has. */
  held: number;
}

/** Adds zeros to a file that is cut off within a box, so that its items are where they should be. */
export function padToBoxes(file: Uint8Array<ArrayBuffer>): PaddedFile {
  const slice = sliceOf(file);
  let end = 0;
  while (end + 8 <= file.length) {
    slice.position = end;
    const room = file.length - end;
    const { size } = room < 16 ? { size: room } : readBoxHead(slice, room);
    if (size < 8 || size - room > maxMissing) break;
    end += size;
  }
  const missing = Math.max(0, end - file.length);
  const bytes = missing === 0 ? file : joinBytes([file, new Uint8Array(missing)]);
  return { bytes, held: file.length };
}

/** Shortens the last NAL unit to what is there of it; the decoder then finds where it ends. */
function shortenNalUnits(data: Uint8Array, lengthSize: number): Uint8Array {
  const slice = sliceOf(data);
  while (remaining(slice) > lengthSize) {
    const at = slice.position;
    const length = readUint(slice, lengthSize);
    if (length <= remaining(slice)) {
      skip(slice, length);
      continue;
    }
    const shortened = data.slice();
    for (let byte = 0, rest = remaining(slice); byte < lengthSize; byte++, rest >>>= 8) {
      shortened[at + lengthSize - 1 - byte] = rest & 255;
    }
    return shortened;
  }
  return data;
}

class HeldItems implements Damage {
  readonly #file: PaddedFile;
  lost = 0;

  constructor(file: PaddedFile) {
    this.#file = file;
  }

  dataOf({ source, layout, item }: Picture): Uint8Array {
    const { bytes, held } = this.#file;
    const data = source.data();
    const isView = data.buffer === bytes.buffer;
    const left = isView ? data.subarray(0, Math.max(0, held - data.byteOffset)) : data;
    if (left.length === 0) throw new EngineError('corrupt-file', `item ${item.id} is missing`);
    if (left.length === data.length || layout.kind !== 'coded' || layout.codec !== 'hevc')
      return left;
    return shortenNalUnits(left, readHevcConfiguration(layout.configuration).lengthSize);
  }

  lose(pixels: number): void {
    this.lost += pixels;
  }
}

/**
 * Decodes what can be read of a damaged picture: whole tiles, and of others the rows before the
 * damage. The rest is gray. Throws `corrupt-file` if nothing can be read, and as `decodePicture`.
 */
export async function salvagePicture(
  file: PaddedFile,
  coded: CodedPicture,
): Promise<UntaggedRaster> {
  await loadWasm('hevc-decoder');
  const damage = new HeldItems(file);
  const raster = await decodePicture(file.bytes, coded, {
    // Browsers' decoders show something in place of what is missing, and do not say so.
    decoderFor: async (tile) => (tile.codec === 'hevc' ? decodeHevcTiles : loadDecoder(tile)),
    converter: await requireRgbaConverter(),
    damage,
  });
  const { width, height } = coded.picture.canvas;
  // Layers may overlap.
  const missing = Math.min(1, damage.lost / (width * height));
  if (missing === 1) throw new EngineError('corrupt-file', 'HEIC: nothing of the picture is left');
  return missing > 0 ? { ...raster, missing } : { ...raster, mayBeDamaged: true };
}
