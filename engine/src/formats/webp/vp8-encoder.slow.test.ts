import { expect, test } from 'vitest';
import { busy, drawMacroblocks } from '../../../testing/macroblocks.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import { Vp8Encoder } from './vp8-encoder.ts';
import { ModeReader } from './vp8-modes.ts';

/** Rows of a strip that a large picture has again and again. */
const rows = 128;

// Half a megabyte is all that modes may take, however large the picture is (RFC 6386, 9.1).
test.each([12_032, 14_336, 16_383])(
  'keeps the modes of a picture of %i pixels a side in the room that they have',
  async (side) => {
    const encoder = new Vp8Encoder(await compiledModule('vp8'));
    const modes = new ModeReader(await compiledModule('webp-modes'));
    const size = { width: side, height: side };
    // Every third macroblock is the same all over, and has no levels.
    const strip = drawMacroblocks(side, rows, (x, y, component) =>
      ((x >> 4) * 7 + (y >> 4) * 5) % 3 === 0 ? 90 : busy(x, y, component),
    );
    const [first, other] = [true, false].map((isTop) => {
      encoder.setQuality(size, 75);
      return encoder.codeStrip(strip.planes, strip, isTop);
    });
    const strips = [first!, ...Array.from({ length: Math.ceil(side / rows) - 1 }, () => other!)];
    expect(modes.hasModesForSize(encoder.write(strips, size, 75))).toBe(true);
  },
);
