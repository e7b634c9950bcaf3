import sharp from 'sharp';

/**
 * Peak signal-to-noise ratio in decibels between two encoded pictures: the lowest of luma, at full
 * resolution, and the two chroma channels at half of it. That is how a 4:2:0 JPEG stores them; what
 * a decoder makes up between two chroma samples is its own affair. Both pictures are taken by their
 * numbers: a JPEG's color profile is left out before sharp could apply it.
 */
export async function measurePsnr(actual: Uint8Array, expected: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([readSamples(actual), readSamples(expected)]);
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} x ${a.height} pixels instead of ${b.width} x ${b.height}`);
  }
  const [planesOfA, planesOfB] = [toPlanes(a), toPlanes(b)];
  return Math.min(...planesOfA.map((plane, index) => psnrOf(plane, planesOfB[index] ?? [])));
}

function psnrOf(actual: readonly number[], expected: readonly number[]): number {
  let squares = 0;
  for (const [index, sample] of actual.entries()) squares += (sample - (expected[index] ?? 0)) ** 2;
  const mean = squares / actual.length;
  return mean === 0 ? Infinity : 10 * Math.log10(255 ** 2 / mean);
}

interface Samples {
  data: Buffer;
  width: number;
  height: number;
}

/** Y, Cb and Cr by ITU-R BT.601, full range, as JFIF has them. */
function toPlanes({ data, width, height }: Samples): [number[], number[], number[]] {
  const luma: number[] = [];
  const blue = Array.from({ length: Math.ceil(width / 2) * Math.ceil(height / 2) }, () => 0);
  const red = blue.slice();
  const weights = blue.slice();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [r = 0, g = 0, b = 0] = data.subarray(pixel * 3, pixel * 3 + 3);
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    luma.push(y);
    const row = Math.floor(pixel / width) >> 1;
    const half = row * Math.ceil(width / 2) + ((pixel % width) >> 1);
    blue[half] = (blue[half] ?? 0) + (b - y) * 0.564;
    red[half] = (red[half] ?? 0) + (r - y) * 0.713;
    weights[half] = (weights[half] ?? 0) + 1;
  }
  const average = (sums: number[]) => sums.map((sum, index) => sum / (weights[index] ?? 1));
  return [luma, average(blue), average(red)];
}

async function readSamples(encoded: Uint8Array): Promise<Samples> {
  const { data, info } = await sharp(withoutProfile(encoded))
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 1)
    return { ...info, data: Buffer.from([...data].flatMap((v) => [v, v, v])) };
  return { ...info, data };
}

/** Drops the APP2 segments (ITU-T T.81, B.2.4.6) of a JPEG; other files stay as they are. */
function withoutProfile(encoded: Uint8Array): Uint8Array {
  if (encoded[0] !== 0xff || encoded[1] !== 0xd8) return encoded;
  const kept = [encoded.subarray(0, 2)];
  let position = 2;
  // Everything from the start of scan (FFDA) on is picture.
  while (encoded[position] === 0xff && encoded[position + 1] !== 0xda) {
    const length = ((encoded[position + 2] ?? 0) << 8) | (encoded[position + 3] ?? 0);
    const segment = encoded.subarray(position, position + 2 + length);
    if (segment[1] !== 0xe2) kept.push(segment);
    position += 2 + length;
  }
  kept.push(encoded.subarray(position));
  return Buffer.concat(kept);
}
