import { findCodestream, readJxlBoxes } from '../src/formats/jxl/container.ts';
import { fixture } from './pictures.ts';

/** Where the header of the fixture says that its alpha is an ordinary channel, in bits from its start. */
const ordinaryAt = 39;

/**
 * The same said in full (ISO/IEC 18181-1, table D.6), the first bit first: not ordinary, alpha, of 8 bits, of
 * the picture's size, without a name, and that colors are multiplied by it.
 */
const inFull = '0 00 0 11 111000 00 00 1'.replaceAll(' ', '');

/** The code stream of `deep-alpha.jxl`, which says that its samples are multiplied by alpha. */
export async function premultipliedJxl(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fixture('deep-alpha.jxl');
  const codestream = findCodestream(bytes, readJxlBoxes(bytes), bytes.length);
  const bits = [...codestream].flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => (byte >> at) & 1),
  );
  // Sixteen bits more: what follows begins with whole bytes as before.
  bits.splice(ordinaryAt, 1, ...Array.from(inFull, Number));
  const changed = new Uint8Array(bits.length / 8);
  for (const [at, bit] of bits.entries()) changed[at >> 3]! |= bit << (at & 7);
  return changed;
}

/** What samples of RGBA become whose colors are multiplied by alpha. */
export function dividedByAlpha(samples: Uint8Array): Uint8Array {
  const divided = Uint8ClampedArray.from(samples, (sample, at) => {
    const alpha = samples[at | 3]!;
    return (at & 3) === 3 || alpha === 0 ? sample : (sample * 255) / alpha;
  });
  return new Uint8Array(divided);
}
