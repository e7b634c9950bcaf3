import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { cacheFolder } from '../testing/folders.ts';
import { difference, isSame, type Difference } from './compare.ts';
import { heifReference } from './heif-reference.ts';
import { NoReference } from './heif-samples.ts';
import { heicOrientationOf, orientationOf, type Tags } from './metadata.ts';
import { run } from './native.ts';
import { overWhite, pnmParts, readPnm, uprighted, type Picture } from './picture.ts';

/** A picture that a native decoder makes of the file, upright and over white. */
export interface Variant {
  /** Which tools made it. */
  label: string;
  /** Where the PPM lies. */
  path: string;
  width: number;
  height: number;
  /** How far libjpeg-turbo's JPEG at quality 92 of this very picture is from it. */
  expected: Difference;
}

export interface Reference {
  /** Any of these counts as right. Empty when native tools make no picture of the file. */
  variants: Variant[];
  /** Why there is no variant. */
  reason: string;
  /** For HEIF: whether heif-convert gives the same picture; null when it gives none. */
  confirmed: boolean | null;
}

/** Raised when the way references are made changes, so that old ones are made anew. */
const version = 5;

const referenceFolder = join(cacheFolder, 'references');

async function writePicture(path: string, picture: Picture): Promise<void> {
  await writeFile(path, pnmParts(picture));
}

export async function decodeJpeg(path: string): Promise<Picture | null> {
  const { ok, stdout } = await run('djpeg', ['-ppm', path]);
  return ok ? readPnm(stdout) : null;
}

/** What makes ffmpeg write RGBA to its output. */
export const rgbaPam = ['-f', 'image2pipe', '-c:v', 'pam', '-pix_fmt', 'rgba', '-'];

/** PNG or WebP through ffmpeg or dwebp into RGBA, then over white. */
export async function decodeRgba(command: string, args: string[]): Promise<Picture | null> {
  const { ok, stdout } = await run(command, args);
  return ok ? readPam(stdout) : null;
}

function readPam(bytes: Buffer): Picture | null {
  const end = bytes.indexOf('ENDHDR\n');
  if (end < 0) return null;
  const header = bytes.subarray(0, end).toString();
  const field = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(header)?.[1]);
  if (field('DEPTH') !== 4 || field('MAXVAL') !== 255) return null;
  return overWhite(field('WIDTH'), field('HEIGHT'), bytes.subarray(end + 7));
}

async function pngReferences(path: string, folder: string): Promise<[string, Picture | null][]> {
  const samples = ['-v', 'error', '-xerror', '-i', path, '-frames:v', '1'];
  const plain = await decodeRgba('ffmpeg', [...samples, ...rgbaPam]);
  // cwebp reads with libpng and applies the gAMA chunk, as browsers do.
  const lossless = join(folder, 'libpng.webp');
  const made = await run('cwebp', [
    '-quiet',
    '-lossless',
    '-exact',
    '-z',
    '1',
    path,
    '-o',
    lossless,
  ]);
  const gamma = made.ok ? await decodeRgba('dwebp', ['-quiet', lossless, '-pam', '-o', '-']) : null;
  return [
    ['libpng', gamma],
    ['ffmpeg', plain],
  ];
}

/** ImageMagick does not know old JPEGs, nor colors that pixels share; libtiff's own tool does, but turns nothing. */
async function tiffReferences(
  path: string,
  folder: string,
  orientation: number,
): Promise<[string, Picture | null][]> {
  const samples = ['-alpha', 'set', '-depth', '8', 'pam:-'];
  const plain = await decodeRgba('convert', [`${path}[0]`, '-auto-orient', ...samples]);
  const rgba = join(folder, 'rgba.tif');
  const isUpright = orientation === 1 && (await run('tiff2rgba', ['-c', 'none', path, rgba])).ok;
  return [
    ['imagemagick', plain],
    ['libtiff', isUpright ? await decodeRgba('convert', [rgba, ...samples]) : null],
  ];
}

/** heif-convert's picture of the primary item; it writes all top-level ones, numbered in heif-info's order. */
async function heifConvertPicture(path: string, folder: string): Promise<Picture | null> {
  const info = await run('heif-info', [path], { timeoutMs: 20_000 });
  const lines = info.stdout
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('image:'));
  const index = lines.findIndex((line) => line.includes('primary'));
  const out = join(folder, 'libheif.png');
  const converted = await run('heif-convert', ['--quiet', path, out], { timeoutMs: 60_000 });
  const file = lines.length > 1 ? join(folder, `libheif-${index + 1}.png`) : out;
  if (!converted.ok || index < 0 || !existsSync(file)) return null;
  return decodeRgba('ffmpeg', ['-v', 'error', '-i', file, ...rgbaPam]);
}

async function expectedDifference(picture: Picture, path: string): Promise<Difference> {
  const jpeg = `${path}.jpg`;
  await run('cjpeg', ['-quality', '92', '-outfile', jpeg, path]);
  const decoded = await decodeJpeg(jpeg);
  await rm(jpeg, { force: true });
  if (!decoded) throw new Error(`cjpeg makes no picture of ${path}`);
  return difference(picture, decoded);
}

/**
 * A lossless WebP whose alpha_is_used bit is 0. Some pictures have transparent pixels all the same;
 * then both readings are right (RFC 9649, section 3.4: the bit is a hint).
 */
function declaresOpaque(bytes: Buffer): boolean {
  return bytes.toString('latin1', 12, 16) === 'VP8L' && ((bytes[24] ?? 0) & 0x10) === 0;
}

interface Made {
  pictures: [label: string, picture: Picture | null][];
  confirmed: boolean | null;
  reason: string;
}

async function makeHeif(
  name: string,
  path: string,
  tags: Tags | undefined,
  folder: string,
): Promise<Made> {
  const bytes = await readFile(path);
  const large = bytes.length > 2_000_000;
  if (name.startsWith('broken/')) {
    const picture = await heifConvertPicture(path, folder);
    // Some of these files are whole, only of a kind that libheif does not decode.
    const assembled = await heifReference(bytes, path, folder).catch(() => null);
    const pictures: Made['pictures'] = [
      ['libheif', picture],
      ['ffmpeg', assembled],
    ];
    return { pictures, confirmed: null, reason: 'libheif and ffmpeg refuse it' };
  }
  try {
    const assembled = await heifReference(bytes, path, folder);
    const libheif = large ? null : await heifConvertPicture(path, folder);
    const same =
      libheif?.width === assembled.width && libheif.height === assembled.height
        ? isSame(difference(assembled, libheif))
        : false;
    const upright = uprighted(assembled, heicOrientationOf(tags, bytes, assembled));
    return { pictures: [['ffmpeg', upright]], confirmed: libheif ? same : null, reason: '' };
  } catch (error) {
    if (!(error instanceof NoReference)) throw error;
    return { pictures: [], confirmed: null, reason: error.message };
  }
}

const pixelsOf = (picture: Picture | null) => (picture ? picture.width * picture.height : 0);

/** The largest JPEG that exiftool finds in a raw file. */
async function largestPreview(path: string, folder: string): Promise<Picture | null> {
  let largest: Picture | null = null;
  for (const tag of ['JpgFromRaw', 'PreviewImage', 'OtherImage', 'ThumbnailImage']) {
    // Several may be called the same; each is written to a file of its own.
    const name = join(folder, `${tag}%-c.jpg`);
    await run('exiftool', ['-q', '-m', '-a', '-b', '-W', name, `-${tag}`, path]);
  }
  for (const file of await readdir(folder)) {
    const picture = await decodeJpeg(join(folder, file));
    if (pixelsOf(picture) > pixelsOf(largest)) largest = picture;
  }
  return largest;
}

/** A drawing at its own size, as sharp's librsvg draws it. */
async function drawSvg(path: string): Promise<Picture> {
  const drawn = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return overWhite(drawn.info.width, drawn.info.height, drawn.data);
}

/** The largest picture that ImageMagick finds in an icon. */
async function largestOfIcon(path: string, folder: string): Promise<Picture | null> {
  let largest: Picture | null = null;
  await run('convert', [path, `PNG32:${join(folder, 'picture.png')}`]);
  for (const file of await readdir(folder)) {
    const args = ['-v', 'error', '-i', join(folder, file), '-frames:v', '1', ...rgbaPam];
    const picture = await decodeRgba('ffmpeg', args);
    if (pixelsOf(picture) > pixelsOf(largest)) largest = picture;
  }
  return largest;
}

async function make(
  name: string,
  path: string,
  tags: Tags | undefined,
  folder: string,
): Promise<Made> {
  const head = (await readFile(path)).subarray(0, 16);
  const upright = (picture: Picture | null) => picture && uprighted(picture, orientationOf(tags));
  if (head[0] === 0xff && head[1] === 0xd8) {
    const pictures: Made['pictures'] = [['djpeg', upright(await decodeJpeg(path))]];
    return { pictures, confirmed: null, reason: 'djpeg refuses it' };
  }
  if (name.startsWith('png/')) {
    const pictures = await pngReferences(path, folder);
    const turned = pictures.map(
      ([label, picture]) => [label, upright(picture)] as [string, Picture | null],
    );
    return { pictures: turned, confirmed: null, reason: 'libpng and ffmpeg refuse it' };
  }
  if (name.startsWith('tiff/')) {
    const pictures = await tiffReferences(path, folder, orientationOf(tags));
    return { pictures, confirmed: null, reason: 'ImageMagick and libtiff refuse it' };
  }
  if (name.startsWith('webp/')) {
    const picture = await decodeRgba('dwebp', ['-quiet', path, '-pam', '-o', '-']);
    const pictures: Made['pictures'] = [['dwebp', upright(picture)]];
    if (declaresOpaque(await readFile(path))) {
      const opaque = await run('dwebp', ['-quiet', path, '-ppm', '-o', '-']);
      pictures.push(['dwebp-opaque', opaque.ok ? upright(readPnm(opaque.stdout)) : null]);
    }
    return { pictures, confirmed: null, reason: 'dwebp refuses it' };
  }
  if (name.startsWith('raw/')) {
    const picture = upright(await largestPreview(path, folder));
    return { pictures: [['exiftool', picture]], confirmed: null, reason: 'it holds no JPEG' };
  }
  if (name.endsWith('.svg')) {
    const picture = await drawSvg(path).catch(() => null);
    return { pictures: [['librsvg', picture]], confirmed: null, reason: 'librsvg refuses it' };
  }
  if (name.startsWith('icon/')) {
    const picture = await largestOfIcon(path, folder);
    return { pictures: [['imagemagick', picture]], confirmed: null, reason: 'it is no icon' };
  }
  return makeHeif(name, path, tags, folder);
}

/** The reference pictures of one corpus file, made on first use and kept until the file changes. */
export async function referenceOf(
  name: string,
  path: string,
  tags: Tags | undefined,
): Promise<Reference> {
  await mkdir(referenceFolder, { recursive: true });
  const key = join(referenceFolder, name.replaceAll('/', '__'));
  const { size, mtimeMs } = await stat(path);
  const stamp = `${version} ${size} ${mtimeMs}`;
  const cached = await readFile(`${key}.json`, 'utf8').catch(() => '');
  if (cached) {
    const { stamp: kept, ...reference } = JSON.parse(cached) as Reference & { stamp: string };
    if (kept === stamp && reference.variants.every((variant) => existsSync(variant.path)))
      return reference;
  }
  const folder = await mkdtemp(join(tmpdir(), 'stillpix-reference-'));
  try {
    const made = await make(name, path, tags, folder);
    const variants: Variant[] = [];
    for (const [label, picture] of made.pictures) {
      if (!picture || picture.width === 0) continue;
      const file = `${key}.${label}.ppm`;
      await writePicture(file, picture);
      const expected = await expectedDifference(picture, file);
      variants.push({ label, path: file, width: picture.width, height: picture.height, expected });
    }
    const reason = variants.length > 0 ? '' : made.reason;
    const reference: Reference = { variants, reason, confirmed: made.confirmed };
    await writeFile(`${key}.json`, JSON.stringify({ stamp, ...reference }));
    return reference;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
