import { textAt, u32At } from '../bytes/file-parts.ts';

/** The brands of an ISO base media file, from its first box (ISO/IEC 14496-12, 4.3). */
export interface Brands {
  major: string;
  compatible: readonly string[];
}

/** Brands of AV1 files (AVIF 1.1, 6 and 8). */
const avifBrands = new Set(['avif', 'avis', 'avio', 'MA1A', 'MA1B']);

/** Brands of HEVC files (ISO/IEC 23008-12, annex B). */
const hevcBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/**
 * Other brands of still pictures and image sequences: ISO/IEC 23008-12 (structural and AVC, JPEG,
 * JPEG 2000, VVC, EVC) and MIAF.
 */
const otherBrands = new Set(
  (
    'mif1 mif2 mif3 msf1 miaf MiHB MiHA MiHE MiPr MiAC avci avcs jpeg jpgs j2ki j2is vvic vvis ' +
    'evbi evmi evbs evms unif heif 1pic'
  ).split(' '),
);

/**
 * The box begins with its size and `ftyp`; then come major brand, version and compatible brands.
 */
const majorAt = 8;
const compatibleAt = 16;

/** The brands of an ISO base media file, or `null` when the bytes do not start with `ftyp`. */
export function readBrands(bytes: Uint8Array): Brands | null {
  if (bytes.length < compatibleAt - 4 || textAt(bytes, 4) !== 'ftyp') return null;
  const end = Math.min(bytes.length, u32At(bytes, 0));
  const compatible: string[] = [];
  for (let at = compatibleAt; at + 4 <= end; at += 4) compatible.push(textAt(bytes, at));
  return { major: textAt(bytes, majorAt), compatible };
}

/**
 * Tells HEIF from AVIF. `null` for anything else, including video. The major brand decides; if it
 * does not, HEVC wins over AV1, because the HEIC reader handles both.
 */
export function findHeifFormat({ major, compatible }: Brands): 'heic' | 'avif' | null {
  if (avifBrands.has(major)) return 'avif';
  const all = [major, ...compatible];
  if (all.some((brand) => hevcBrands.has(brand))) return 'heic';
  if (all.some((brand) => avifBrands.has(brand))) return 'avif';
  return all.some((brand) => otherBrands.has(brand)) ? 'heic' : null;
}
