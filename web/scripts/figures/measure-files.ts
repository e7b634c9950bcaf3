import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { convert, type OutputFormat } from '@stillpix/engine';
import sharp from 'sharp';
import { kilobytes, type Row } from './columns.ts';
import { encode, type Subject } from './encode.ts';
import { toPng, type Picture } from './picture.ts';

/** Every picture at ever smaller widths. */
export async function measureResize(subjects: readonly Subject[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, file, pixels } of subjects)
    for (const width of [4032, 3000, 2400, 1920, 1600, 1200, 800, 400]) {
      if (width > pixels.width) continue;
      const bytes = await encode(file, { quality: 85, resize: { width } });
      rows.push({ picture: name, width, kb: kilobytes(bytes.length) });
    }
  return rows;
}

/** The divisors of a JPG's first quantization table, summed: the lower the quality, the more. */
function coarseness(jpeg: Uint8Array): number {
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;) {
    const length = jpeg[at + 2]! * 256 + jpeg[at + 3]!;
    // Behind the table's number, which the quality has no part in.
    if (jpeg[at + 1] === 0xdb)
      return jpeg.subarray(at + 5, at + 69).reduce((sum, divisor) => sum + divisor, 0);
    at += 2 + length;
  }
  throw new Error('A JPG without a quantization table');
}

interface Grade {
  quality: number;
  coarseness: number;
}

async function listGrades(sample: Uint8Array<ArrayBuffer>): Promise<Grade[]> {
  const grades: Grade[] = [];
  for (let quality = 50; quality <= 100; quality += 1)
    grades.push({ quality, coarseness: coarseness(await encode(sample, { quality })) });
  return grades;
}

/** To the next whole number: a search for a size chooses between them too. */
function nearestQuality(grades: readonly Grade[], jpeg: Uint8Array): number {
  const sum = coarseness(jpeg);
  const distance = (grade: Grade): number => Math.abs(grade.coarseness - sum);
  return grades.reduce((best, grade) => (distance(grade) < distance(best) ? grade : best)).quality;
}

/** What quality is left when a file has to fit under a limit, at several widths. */
export async function measureTargets(subjects: readonly Subject[]): Promise<Row[]> {
  const grades = await listGrades(
    await toPng({ width: 8, height: 8, data: new Uint8Array(192).fill(90) }),
  );
  const rows: Row[] = [];
  for (const { name, file, pixels } of subjects)
    for (const width of [4032, 2400, 1920, 1200, 800])
      for (const target of [50, 100, 200, 500, 1000, 2000]) {
        if (width > pixels.width) continue;
        const targetBytes = target * 1000;
        const { blob, notes } = await convert(new Blob([file]), {
          quality: 95,
          targetBytes,
          resize: { width },
        });
        const fits = !notes.includes('target-not-reached');
        const jpeg = new Uint8Array(await blob.arrayBuffer());
        rows.push({
          picture: name,
          target,
          width,
          reached: fits ? kilobytes(blob.size) : null,
          quality: fits ? nearestQuality(grades, jpeg) : null,
        });
      }
  return rows;
}

/** What a phone writes beside the pixels, by the tool photographers use for it. */
function addMetadata(jpeg: Uint8Array, folder: string): Uint8Array<ArrayBuffer> {
  const file = join(folder, 'described.jpg');
  writeFileSync(file, jpeg);
  execFileSync('exiftool', [
    ...['-q', '-overwrite_original', '-Make=Stillpix', '-Model=Test camera 1'],
    ...['-LensModel=Test lens 26mm f/1.8', '-FNumber=1.8', '-FocalLength=6.8', '-ISO=64'],
    ...['-ExposureTime=1/120', '-FocalLengthIn35mmFormat=26', '-Software=1.0', '-Flash#=16'],
    ...['-DateTimeOriginal=2026:05:04 10:20:30', '-CreateDate=2026:05:04 10:20:30'],
    ...['-OffsetTimeOriginal=+02:00', '-SubSecTimeOriginal=123', '-WhiteBalance#=0'],
    ...['-GPSLatitude=48.2', '-GPSLatitudeRef=N', '-GPSLongitude=16.37', '-GPSLongitudeRef=E'],
    ...['-GPSAltitude=171', '-GPSImgDirection=210', '-GPSDateStamp=2026:05:04'],
    ...['-XMP-dc:Creator=A. Photographer', '-XMP-xmp:CreatorTool=1.0', '-XMP-photoshop:City=Wien'],
    ...['-XMP-exif:GPSLatitude=48.2', '-XMP-exif:GPSLongitude=16.37', '-IPTC:City=Wien'],
    file,
  ]);
  return new Uint8Array(readFileSync(file));
}

/** How many bytes the choices about metadata leave in the photo. */
export async function measureMetadata(photo: Subject, folder: string): Promise<Row[]> {
  const described = addMetadata(await encode(photo.file, { quality: 92 }), folder);
  const bare = (await encode(described, { metadata: 'strip' })).length;
  const rows: Row[] = [];
  for (const metadata of ['keep', 'without-location', 'strip'] as const) {
    const size = (await encode(described, { metadata })).length;
    rows.push({ what: metadata, bytes: size - bare, kb: kilobytes(size) });
  }
  return rows;
}

const runs = 3;

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Math.round(times.sort((a, b) => a - b)[Math.floor(runs / 2)]!);
}

/** How long one conversion takes in one thread, without drawing anything on a screen. */
export async function measureSpeed(
  photo: Picture,
  toHeic: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [width, height, megapixels] of [
    [2016, 1512, 3],
    [4032, 3024, 12],
    [5712, 4284, 24],
  ] as const) {
    const raw = { width: photo.width, height: photo.height, channels: 3 as const };
    const right = Math.max(0, width - photo.width);
    const bottom = Math.max(0, height - photo.height);
    // Cut or mirrored, not scaled: a pixel then has as much detail to decode at every size.
    const extended = await sharp(photo.data, { raw })
      .extend({ right, bottom, extendWith: 'mirror' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const opened = sharp(extended.data, { raw: extended.info }).extract({
      left: 0,
      top: 0,
      width,
      height,
    });
    const data = new Uint8Array(await opened.clone().raw().toBuffer());
    const files = {
      heic: await toHeic({ width, height, data }),
      jpg: new Uint8Array(await opened.clone().jpeg({ quality: 92 }).toBuffer()),
      webp: new Uint8Array(await opened.clone().webp({ quality: 85 }).toBuffer()),
      png: new Uint8Array(await opened.clone().png({ compressionLevel: 6 }).toBuffer()),
      avif: new Uint8Array(await opened.clone().avif({ quality: 60, effort: 1 }).toBuffer()),
    };
    for (const [format, file] of Object.entries(files)) {
      const outputs: OutputFormat[] = format === 'heic' ? ['jpeg', 'png', 'webp'] : ['jpeg'];
      if (format === 'jpg') outputs.push('webp');
      for (const output of outputs) {
        const milliseconds = await median(() => encode(file, { format: output }));
        rows.push({
          format,
          output: output === 'jpeg' ? 'jpg' : output,
          megapixels,
          milliseconds,
        });
      }
    }
  }
  return rows;
}
