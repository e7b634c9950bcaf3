import { compressions, photometrics } from './tags.ts';

/** Properties that determine how samples become pixels. */
interface Kind {
  photometric: number;
  bits: number;
  compression: number;
}

const { whiteIsZero, blackIsZero, mask, palette, inks, cieLab, iccLab } = photometrics;

/** Whether red, green and blue come from the same sample. */
export function isGray({ photometric }: Pick<Kind, 'photometric'>): boolean {
  return photometric === whiteIsZero || photometric === blackIsZero || photometric === mask;
}

export function isLab({ photometric }: Pick<Kind, 'photometric'>): boolean {
  return photometric === cieLab || photometric === iccLab;
}

/** Whether the result has 16 bits: samples of more than 8 bits do, except palettes and inks. */
export function isDeep({ bits, photometric }: Pick<Kind, 'photometric' | 'bits'>): boolean {
  return bits > 8 && photometric !== palette && photometric !== inks;
}

export function isJpeg({ compression }: Pick<Kind, 'compression'>): boolean {
  return compression === compressions.jpeg || compression === compressions.oldJpeg;
}

export function isWebp({ compression }: Pick<Kind, 'compression'>): boolean {
  return compression === compressions.webp;
}

/** Whether the compression stores logarithms, which expand to bytes. */
export function isLog({ compression }: Pick<Kind, 'compression'>): boolean {
  return compression === compressions.logLuv || compression === compressions.logLuv24;
}
