import sharp from 'sharp';

/**
 * Peak signal-to-noise ratio in decibels between two encoded pictures, over R, G and B. Both are
 * taken by their numbers: a JPEG's colour profile is left out before sharp could apply it.
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
  const { data, info } = await sharp(withoutProfile(encoded))
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { samples: data, width: info.width, height: info.height };
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
