import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { run } from '../corpus/native.ts';
import { jpegOutput } from '../src/formats/jpeg/output.ts';
import { writeRaw } from '../testing/raw-files.ts';
import { plainMetadata } from '../src/gain-map/metadata.ts';
import type { Size } from '../src/geometry.ts';
import { cacheFolder, corpusFolder } from '../testing/folders.ts';

/** The pictures that are measured: one 12-megapixel photo in three formats, and a very large one. */
export interface Samples {
  folder: string;
  heic: string;
  /** Quality 92, 4:2:0. */
  jpeg: string;
  /** The same in ten scans. */
  progressive: string;
  /** The same with a gain map of a quarter of its pixels a side. */
  gainMap: string;
  png: string;
  webp: string;
  /** Of 1.7 megapixels. */
  avif: string;
  /** Of 20 megapixels, 10 bits and PQ. */
  hdr: string;
  /** With transparency towards the upper edge: 12 megapixels, the same without loss, and 4.9. */
  clearPng: string;
  clearWebp: string;
  clearAvif: string;
  /** The same, lossy, of 4.9 megapixels. */
  clearLossy: string;
  /** Pictures that our own code decodes: 1.1 megapixels in 256 colors, 4.9 as they are, 3 of 16 bits a sample. */
  gif: string;
  bmp: string;
  deep: string;
  /** The photo as scanners and editors keep it: 12 megapixels, LZW with its predictor. */
  tiff: string;
  /** The JPEG, as the preview of a camera's raw file. */
  raw: string;
  /** A drawing of 12 megapixels. */
  svg: string;
  /** The photo and the JPEG without their last tenth, as after a copy that broke off. */
  cutHeic: string;
  cutJpeg: string;
  /** The decoded photo for encoders to start from. */
  ppm: string;
  /** 200 megapixels in 768 tiles; null when only made pictures are at hand. */
  large: string | null;
  /** The same as a JPEG, as one that is to be turned, and in several scans. */
  largeJpegs: { upright: string; turned: string; progressive: string } | null;
  /** Says where the photo comes from, without a path. */
  origin: string;
}

const photo = join(corpusFolder, 'phone', 'iphone-12mp-grid.heic');
const largePhoto = join(corpusFolder, 'phone', 'samsung-200mp-768-tiles.heic');

async function must(command: string, args: string[]): Promise<void> {
  const { ok, stderr } = await run(command, args);
  if (!ok) throw new Error(`${command} failed: ${stderr.trim().slice(0, 300)}`);
}

/** A picture with fine and coarse detail everywhere, for when there is no photo. */
async function makePhoto(path: string): Promise<void> {
  const png = `${path}.png`;
  const source = 'mandelbrot=size=4032x3024:maxiter=300';
  await must('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-frames:v', '1', png]);
  await must('heif-enc', ['-q', '50', png, '-o', path]);
  await rm(png);
}

const smallAvif = ['-vf', 'scale=1500:1126,format=yuv420p'];

/** The photo's numbers as if they were PQ's: a very bright picture. */
const hdrAvif = [
  ...['-vf', 'scale=5168:3876:out_color_matrix=bt2020nc,format=yuv420p10le'],
  ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
];

async function makeAvif(from: string, to: string, options: string[]): Promise<void> {
  const encoder = ['-c:v', 'libsvtav1', '-preset', '8', '-crf', '25', '-frames:v', '1'];
  await must('ffmpeg', ['-v', 'error', '-y', '-i', from, ...options, ...encoder, to]);
}

async function makeProgressive(from: string, to: string): Promise<void> {
  await must('jpegtran', ['-copy', 'none', '-progressive', '-outfile', to, from]);
}

/** heif-convert keeps the Exif that says how to turn the photo. */
async function makeLargeJpegs(folder: string): Promise<Samples['largeJpegs']> {
  const [turned, upright] = [join(folder, 'large.jpg'), join(folder, 'large-upright.jpg')];
  const progressive = join(folder, 'large-progressive.jpg');
  if (!existsSync(turned)) await must('heif-convert', ['--quiet', '-q', '92', largePhoto, turned]);
  if (!existsSync(upright)) await must('jpegtran', ['-copy', 'none', '-outfile', upright, turned]);
  if (!existsSync(progressive)) await makeProgressive(upright, progressive);
  return { upright, turned, progressive };
}

/** How opaque each pixel is: less and less in the uppermost twentieth. */
function veilOf({ width, height }: Size): Uint8Array {
  const fading = height / 20;
  return Uint8Array.from({ length: width * height }, (_, at) =>
    Math.min(255, (255 * Math.floor(at / width)) / fading),
  );
}

/** Its map is the picture in gray, whatever that may look like. */
async function makeGainMapJpeg(from: string, to: string): Promise<void> {
  const picture = sharp(await readFile(from));
  const { width, height } = await picture.metadata();
  const size = { width: width / 4, height: height / 4 };
  const gray = picture.resize(size).toColourspace('b-w');
  const data = new Uint8Array(await gray.raw().toBuffer());
  const { gainMaps } = jpegOutput;
  const map = await gainMaps!.encode({ ...size, channels: 1, data }, Number.POSITIVE_INFINITY);
  const described = { bytes: map, metadata: plainMetadata(2), icc: undefined };
  const bare = new Uint8Array(await readFile(from));
  await writeFile(to, await gainMaps!.attach(bare, {}, undefined, described));
}

async function makeClear(from: string): Promise<Record<'png' | 'webp' | 'avif', Sharp>> {
  const { width, height } = await sharp(from).metadata();
  const veil = { raw: { width, height, channels: 1 as const } };
  const clear = sharp(from).joinChannel(Buffer.from(veilOf({ width, height })), veil);
  return {
    png: clear.clone().png(),
    webp: clear.clone().webp({ lossless: true, effort: 1 }),
    avif: sharp(await clear.clone().raw().toBuffer(), { raw: { width, height, channels: 4 } })
      .resize(2560)
      .avif({ effort: 1, chromaSubsampling: '4:2:0' }),
  };
}

/** Pictures that become pixels as a whole. */
async function makeOthers(
  from: string,
  { clearLossy, gif, bmp, deep }: Pick<Samples, 'clearLossy' | 'gif' | 'bmp' | 'deep'>,
  clear: string,
): Promise<void> {
  await sharp(clear).resize(2560).webp({ quality: 80 }).toFile(clearLossy);
  await sharp(from).resize(1200).gif({ dither: 1, effort: 1 }).toFile(gif);
  await must('ffmpeg', ['-v', 'error', '-y', '-i', from, '-vf', 'scale=2560:1920', bmp]);
  await sharp(from).resize(2000).toColourspace('rgb16').png().toFile(deep);
}

/** What is converted by handing on what is inside, or by drawing it. */
async function makeHeld(
  { png, jpeg }: Pick<Samples, 'png' | 'jpeg'>,
  { tiff, raw, svg }: Pick<Samples, 'tiff' | 'raw' | 'svg'>,
): Promise<void> {
  await sharp(png).tiff({ compression: 'lzw', predictor: 'horizontal' }).toFile(tiff);
  const [large, small] = [await readFile(jpeg), await sharp(jpeg).resize(160).jpeg().toBuffer()];
  await writeFile(raw, writeRaw('nef', large, small));
  const rings = Array.from({ length: 200 }, (_, index) => {
    const color = `hsl(${index * 7} 80% 50%)`;
    return `<circle cx="${(index * 37) % 400}" cy="${(index * 53) % 300}" r="${5 + (index % 40)}" fill="none" stroke="${color}"/>`;
  });
  const open =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000" viewBox="0 0 400 300">';
  await writeFile(svg, `${open}${rings.join('')}</svg>`);
}

/** Copies most of a file. */
async function cutOff(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  await writeFile(to, bytes.subarray(0, bytes.length * 0.9));
}

/** Makes the samples once; they are kept in the cache folder. */
export async function prepareSamples(): Promise<Samples> {
  const folder = join(cacheFolder, 'samples');
  await mkdir(folder, { recursive: true });
  const real = existsSync(photo);
  const stem = join(folder, real ? 'photo' : 'made');
  const heic = `${stem}.heic`;
  if (!existsSync(heic)) await (real ? copyFile(photo, heic) : makePhoto(heic));
  const [png, webp, ppm, jpeg] = [`${stem}.png`, `${stem}.webp`, `${stem}.ppm`, `${stem}.jpg`];
  if (!existsSync(png)) await must('heif-convert', ['--quiet', heic, png]);
  if (!existsSync(webp)) await must('cwebp', ['-quiet', '-q', '85', png, '-o', webp]);
  if (!existsSync(ppm)) {
    await must('ffmpeg', ['-v', 'error', '-i', png, '-pix_fmt', 'rgb24', '-frames:v', '1', ppm]);
  }
  if (!existsSync(jpeg)) await must('cjpeg', ['-quality', '92', '-outfile', jpeg, ppm]);
  const progressive = `${stem}-progressive.jpg`;
  if (!existsSync(progressive)) await makeProgressive(jpeg, progressive);
  const gainMap = `${stem}-gain-map.jpg`;
  if (!existsSync(gainMap)) await makeGainMapJpeg(jpeg, gainMap);
  const [avif, hdr] = [`${stem}.avif`, `${stem}-hdr.avif`];
  if (!existsSync(avif)) await makeAvif(ppm, avif, smallAvif);
  if (!existsSync(hdr)) await makeAvif(ppm, hdr, hdrAvif);
  const [clearPng, clearWebp, clearAvif] = ['png', 'webp', 'avif'].map(
    (end) => `${stem}-clear.${end}`,
  ) as [string, string, string];
  if (!existsSync(clearAvif)) {
    const clear = await makeClear(png);
    await clear.png.toFile(clearPng);
    await clear.webp.toFile(clearWebp);
    await clear.avif.toFile(clearAvif);
  }
  const others = {
    clearLossy: `${stem}-clear-lossy.webp`,
    gif: `${stem}.gif`,
    bmp: `${stem}.bmp`,
    deep: `${stem}-deep.png`,
  };
  if (!existsSync(others.deep)) await makeOthers(png, others, clearPng);
  const held = { tiff: `${stem}.tiff`, raw: `${stem}.nef`, svg: `${stem}.svg` };
  if (!existsSync(held.svg)) await makeHeld({ png, jpeg }, held);
  const cut = { cutHeic: `${stem}-cut.heic`, cutJpeg: `${stem}-cut.jpg` };
  await cutOff(heic, cut.cutHeic);
  await cutOff(jpeg, cut.cutJpeg);
  const pixels = { clearPng, clearWebp, clearAvif, ...others, ...held, ...cut };
  const large = existsSync(largePhoto) ? largePhoto : null;
  const largeJpegs = large ? await makeLargeJpegs(folder) : null;
  const origin = real ? 'iPhone photo, 4032x3024, 48 tiles' : 'made picture, 4032x3024, one item';
  const jpegs = { jpeg, progressive, gainMap, largeJpegs };
  return { folder, heic, ...jpegs, png, webp, avif, hdr, ...pixels, ppm, large, origin };
}
