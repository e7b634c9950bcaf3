import type { OutputFormat } from '@stillpix/engine';
import type { Row } from './columns.ts';
import { encode, judge, type Subject } from './encode.ts';
import { readPicture, type Picture } from './picture.ts';

const steps = [50, 55, 60, 65, 70, 75, 80, 85, 90, 92, 95, 98, 100];

/** Every picture at every quality of a format. */
export async function measureQuality(
  subjects: readonly Subject[],
  format: OutputFormat,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, file, pixels } of subjects)
    for (const quality of steps)
      rows.push({
        picture: name,
        quality,
        ...(await judge(pixels, await encode(file, { format, quality }))),
      });
  return rows;
}

/** Every picture in every format that can be written. */
export async function measureFormats(subjects: readonly Subject[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, file, pixels } of subjects) {
    const add = async (format: string, bytes: Uint8Array<ArrayBuffer>) =>
      rows.push({ picture: name, format, ...(await judge(pixels, bytes)) });
    await add('png', await encode(file, { format: 'png' }));
    await add('webp-lossless', await encode(file, { format: 'webp', lossless: true }));
    for (const quality of [95, 92, 85, 70])
      await add(`jpg-${quality}`, await encode(file, { quality }));
    for (const quality of [95, 92, 85, 70])
      await add(`webp-${quality}`, await encode(file, { format: 'webp', quality }));
  }
  return rows;
}

/** The photo's HEIC and the JPGs made from it, all against the photo before it became a HEIC. */
export async function measureHeic(
  heic: Uint8Array<ArrayBuffer>,
  original: Picture,
): Promise<Row[]> {
  const decoded = await encode(heic, { format: 'png' });
  const own = await judge(original, decoded);
  const rows: Row[] = [{ file: 'heic', ...own, kb: Math.round(heic.length / 100) / 10 }];
  for (const quality of [50, 60, 70, 75, 80, 85, 90, 92, 95, 98, 100])
    rows.push({
      file: `jpg-${quality}`,
      ...(await judge(original, await encode(heic, { quality }))),
    });
  return rows;
}

/** Above this the engine keeps color whole when the original has it whole. */
const chromaQuality = 92;

/**
 * Color at full and at half resolution, at the same quality. The engine keeps what the original has,
 * so the second conversion starts from a copy that has half: a JPG of the highest quality.
 */
export async function measureChroma(
  subjects: readonly Subject[],
  toHalf: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>,
  toWhole: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, pixels } of subjects) {
    const options = { quality: chromaQuality } as const;
    const whole = await encode(await toWhole(pixels), options);
    const half = await encode(await toHalf(pixels), options);
    rows.push({ picture: name, subsampling: '4:4:4', ...(await judge(pixels, whole)) });
    rows.push({ picture: name, subsampling: '4:2:0', ...(await judge(pixels, half)) });
  }
  return rows;
}

const generations = 20;

const cut = ({ width, height, data }: Picture, pixels: number): Picture => {
  const [newWidth, newHeight] = [width - pixels, height - pixels];
  const out = new Uint8Array(newWidth * newHeight * 3);
  for (let row = 0; row < newHeight; row += 1) {
    const from = ((row + pixels) * width + pixels) * 3;
    out.set(data.subarray(from, from + newWidth * 3), row * newWidth * 3);
  }
  return { width: newWidth, height: newHeight, data: out };
};

/** A picture opened and saved again and again, against the first. */
export async function measureGenerations(file: Uint8Array<ArrayBuffer>): Promise<Row[]> {
  const original = await readPicture(file);
  const rows: Row[] = [];
  for (const [way, quality, cropped] of [
    ['quality-75', 75, false],
    ['quality-85', 85, false],
    ['quality-95', 95, false],
    ['quality-85-cropped', 85, true],
  ] as const) {
    let [current, width, height] = [file, original.width, original.height];
    for (let saves = 1; saves <= generations; saves += 1) {
      if (cropped) [width, height] = [width - 1, height - 1];
      const crop = cropped ? { crop: { x: 1, y: 1, width, height } } : {};
      current = await encode(current, { quality, ...crop });
      const expected = cropped ? cut(original, saves) : original;
      rows.push({ way, saves, ...(await judge(expected, current)) });
    }
  }
  return rows;
}
