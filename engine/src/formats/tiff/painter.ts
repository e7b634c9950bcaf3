import { EngineError } from '../../errors.ts';
import { numbersOf, type TiffFile } from './directories.ts';
import { isJpeg } from './kinds.ts';
import type { Layout } from './layout.ts';
import { paintInks } from './inks.ts';
import { paintLab } from './lab.ts';
import { paintChannels, paintPalette, type Place, type Target } from './paint.ts';
import { photometrics, tags } from './tags.ts';
import type { Samples } from './unpack.ts';
import { hasOwnColors, readYcbcrColor } from './ycbcr-color.ts';
import { paintYcbcr } from './ycbcr.ts';

/** Paints a strip's or tile's samples into the picture. */
export interface Painter {
  paint(samples: Samples, place: Place): void;
  /** Alpha of a four-ink picture, whose pixels hold black in place of alpha. */
  alphas?: Uint8Array;
}

/** For color, the first three samples are red, green and blue. For gray, one serves for all. */
function paintColors(layout: Layout, target: Target): Painter {
  const { photometric, colors, alpha } = layout;
  const isGray = colors === 1;
  return {
    paint(samples, place) {
      // JPEGs with fewer components are decoded to RGB plus a fourth sample that is not theirs.
      const hasAlpha = alpha !== 'none' && colors < samples.count;
      paintChannels(samples, place, target, {
        red: 0,
        green: isGray ? 0 : 1,
        blue: isGray ? 0 : 2,
        alpha: hasAlpha ? colors : -1,
        isInverted: photometric === photometrics.whiteIsZero,
      });
    },
  };
}

/**
 * ColorMap (TIFF 6.0 section 5): all reds, then greens, then blues, 16 bits each. Some programs
 * write 8-bit values.
 */
function readPalette(file: TiffFile, { directory, bits }: Layout): Uint32Array {
  const size = 2 ** bits;
  const map = numbersOf(file, directory, tags.colorMap);
  if (map.length < 3 * size) throw new EngineError('corrupt-file', 'TIFF: no good palette');
  const divisor = map.some((value) => value > 255) ? 257 : 1;
  const at = (index: number): number => Math.round(map[index]! / divisor);
  return Uint32Array.from(
    { length: size },
    (_, index) => at(index) | (at(size + index) << 8) | (at(2 * size + index) << 16) | 0xff00_0000,
  );
}

function paintIndices(file: TiffFile, layout: Layout, target: Target): Painter {
  const { bits, alpha } = layout;
  const palette = readPalette(file, layout);
  const max = 2 ** bits - 1;
  const alphas = Uint8Array.from({ length: alpha === 'none' ? 0 : max + 1 }, (_, value) =>
    Math.round((value * 255) / max),
  );
  return {
    paint: (samples, place) =>
      paintPalette(samples, place, target, palette, alpha === 'none' ? null : alphas),
  };
}

function paintUnits(file: TiffFile, layout: Layout, target: Target): Painter {
  const { subsampling, isSeparate } = layout;
  // JPEG decoders return full-resolution colors, and a fourth sample.
  const isAlone = isSeparate || isJpeg(layout);
  const [across, down] = isAlone ? [1, 1] : subsampling;
  const color = readYcbcrColor(file, layout);
  return {
    paint({ data, width, count }, place) {
      const units = {
        bytes: data as Uint8Array,
        perRow: Math.ceil(width / across),
        across,
        down,
        size: isAlone ? count : across * down + 2,
      };
      paintYcbcr(units, place, target, color);
    },
  };
}

/** Chooses how this picture's samples become pixels. Throws `corrupt-file`. */
export function makePainter(file: TiffFile, layout: Layout, target: Target): Painter {
  const { photometric, width, height, colors, alpha } = layout;
  const alphaAt = alpha === 'none' ? -1 : colors;
  switch (photometric) {
    case photometrics.palette:
      return paintIndices(file, layout, target);
    case photometrics.inks: {
      const alphas = alpha === 'none' ? undefined : new Uint8Array(width * height);
      return {
        paint: (samples, place) => paintInks(samples, place, target, alphas),
        ...(alphas && { alphas }),
      };
    }
    case photometrics.ycbcr:
      return isJpeg(layout) && !hasOwnColors(file, layout)
        ? paintColors(layout, target)
        : paintUnits(file, layout, target);
    case photometrics.cieLab:
    case photometrics.iccLab: {
      const coding = photometric === photometrics.cieLab ? 'cie' : 'icc';
      return { paint: (samples, place) => paintLab(samples, place, target, coding, alphaAt) };
    }
    default:
      return paintColors(layout, target);
  }
}
