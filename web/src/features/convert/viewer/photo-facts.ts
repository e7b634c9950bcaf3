import type { Inspection } from '@stillpix/engine';
import { locales, type Language } from '../../../site/pages/language.ts';

type Exposure = NonNullable<Inspection['metadata']['exposure']>;
type Place = NonNullable<Inspection['metadata']['place']>;

function formatMillimeters(millimeters: number, language: Language): string {
  const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  return `${number.format(millimeters)}${noBreak}mm`;
}

/** Keeps a number and its unit on one line. */
const noBreak = '\u00a0';

/** Below a third of a second as a fraction, as usual in photography. */
function formatTime(seconds: number, language: Language): string {
  if (seconds < 1 / 3) return `1/${Math.round(1 / seconds)} s`;
  const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  return `${number.format(seconds)} s`;
}

/** As on a camera: `1/250 s · f/1.8 · ISO 400 · 6.5 mm (26 mm)`. */
export function formatExposure(exposure: Exposure, language: Language): string {
  const { time, aperture, sensitivity, focalLength, focalLengthIn35mm } = exposure;
  const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  const lengths = [focalLength, focalLengthIn35mm].filter((length) => length !== null);
  const [first, second] = lengths.map((length) => formatMillimeters(length, language));
  return [
    time !== null && formatTime(time, language),
    aperture !== null && `f/${number.format(aperture)}`,
    sensitivity !== null && `ISO ${sensitivity}`,
    first !== undefined &&
      (second === undefined || second === first ? first : `${first}${noBreak}(${second})`),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Degrees with five decimals, which is about a meter. Shows no map and no place name. */
export function formatPlace({ latitude, longitude, altitude }: Place, language: Language): string {
  const degrees = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: 5,
    maximumFractionDigits: 5,
  });
  const meters = new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit: 'meter',
    maximumFractionDigits: 0,
  });
  return [
    `${degrees.format(latitude)}°`,
    `${degrees.format(longitude)}°`,
    altitude !== null && meters.format(altitude).replace(' ', noBreak),
  ]
    .filter(Boolean)
    .join(' / ');
}
