import sharp from 'sharp';

/** Interleaved red, green and blue, 8 bits each, in sRGB. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

export async function toPng({ width, height, data }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width, height, channels: 3 as const };
  return new Uint8Array(await sharp(data, { raw }).png({ compressionLevel: 3 }).toBuffer());
}

/** Decodes with another library than the one that is measured. It reads all but HEIC. */
export async function readPicture(file: Uint8Array | Blob): Promise<Picture> {
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file;
  const { data, info } = await sharp(bytes, { limitInputPixels: false })
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
