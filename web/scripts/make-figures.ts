/**
 * Measures the figures that articles show: `npm run figures` writes `content/data`. Names of data files
 * as arguments measure only those. Needs Debian's libheif-examples (heif-enc) and libimage-exiftool-perl.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { columns, type Row } from './figures/columns.ts';
import { drawGradient, drawLines, drawScreen } from './figures/drawings.ts';
import { encode, type Subject } from './figures/encode.ts';
import { drawLandscape } from './figures/landscape.ts';
import {
  measureMetadata,
  measureResize,
  measureSpeed,
  measureTargets,
} from './figures/measure-files.ts';
import {
  measureChroma,
  measureFormats,
  measureGenerations,
  measureHeic,
  measureQuality,
} from './figures/measure-quality.ts';
import { readPicture, toPng, type Picture } from './figures/picture.ts';

const output = join(import.meta.dirname, '../content/data');
const folder = mkdtempSync(join(tmpdir(), 'stillpix-figures-'));

/** About the size that phones choose for such a picture. */
const heicQuality = 55;

async function toHeic(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const [png, heic] = [join(folder, 'picture.png'), join(folder, 'picture.heic')];
  writeFileSync(png, await toPng(picture));
  execFileSync('heif-enc', ['-q', String(heicQuality), png, '-o', heic], { stdio: 'ignore' });
  return new Uint8Array(readFileSync(heic));
}

async function toHalfChroma({ width, height, data }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const opened = sharp(data, { raw: { width, height, channels: 3 } });
  const jpeg = await opened.jpeg({ quality: 100, chromaSubsampling: '4:2:0' }).toBuffer();
  return new Uint8Array(jpeg);
}

async function drawSubjects() {
  const original = drawLandscape();
  const heic = await toHeic(original);
  const photo: Subject = {
    name: 'photo',
    file: heic,
    pixels: await readPicture(await encode(heic, { format: 'png' })),
  };
  const others: Subject[] = [];
  for (const [name, pixels] of [
    ['screenshot', await drawScreen()],
    ['lineart', drawLines()],
    ['gradient', drawGradient()],
  ] as const)
    others.push({ name, pixels, file: await toPng(pixels) });
  return { original, heic, photo, subjects: [photo, ...others] };
}

const { original, heic, photo, subjects } = await drawSubjects();

const measurements: Record<string, () => Promise<Row[]>> = {
  'jpeg-quality': () => measureQuality(subjects, 'jpeg'),
  'heic-jpg': () => measureHeic(heic, original),
  resize: () => measureResize(subjects),
  chroma: () => measureChroma(subjects, toHalfChroma, toPng),
  metadata: () => measureMetadata(photo, folder),
  formats: () => measureFormats(subjects),
  'webp-quality': () => measureQuality(subjects, 'webp'),
  generations: async () =>
    measureGenerations(await encode(heic, { format: 'png', resize: { width: 2016 } })),
  'target-size': () => measureTargets(subjects),
  speed: () => measureSpeed(original, toHeic),
};

function write(name: string, rows: readonly Row[]): void {
  const used = Object.keys(rows[0] ?? {}) as (keyof typeof columns)[];
  const data = {
    source: `npm run figures, ${name}: the project's test pictures through its engine`,
    columns: Object.fromEntries(used.map((key) => [key, columns[key]])),
    rows,
  };
  writeFileSync(join(output, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`);
}

try {
  mkdirSync(output, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : Object.keys(measurements)) {
    const measure = measurements[name];
    if (!measure)
      throw new Error(`There is no ${name}; choose of ${Object.keys(measurements).join()}`);
    const start = performance.now();
    const rows = await measure();
    write(name, rows);
    console.log(
      `${name}: ${rows.length} rows in ${Math.round((performance.now() - start) / 1000)} s`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
