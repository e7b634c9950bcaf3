import sharp from 'sharp';

/**
 * Peak signal-to-noise ratio in decibels between two encoded pictures, over R, G and B. Colour
 * profiles are left aside: the numbers themselves are compared, as both files carry the same profile.
 */
export async function measurePsnr(actual: Uint8Array, expected: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([readSamples(actual), readSamples(expected)]);
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} x ${a.height} pixels instead of ${b.width} x ${b.height}`);
  }
  let squares = 0;
  for (const [index, sample] of a.samples.entries()) {
    squares += (sample - (b.samples[index] ?? 0)) ** 2;
  }
  const mean = squares / a.samples.length;
  return mean === 0 ? Infinity : 10 * Math.log10(255 ** 2 / mean);
}

async function readSamples(encoded: Uint8Array) {
  const { data, info } = await sharp(encoded)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { samples: data, width: info.width, height: info.height };
}
