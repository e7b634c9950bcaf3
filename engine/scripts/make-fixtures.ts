/**
 * Makes the small pictures in engine/fixtures. Needs Debian's libheif-examples (heif-enc, heif-convert),
 * imagemagick (convert), libjxl-tools (cjxl) and exiftool; run it with `npm run fixtures -w engine`.
 * References are decoded by the native libheif, never by the engine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { primariesByCode } from '../src/color/primaries.ts';
import { writeMatrixProfile } from '../src/color/write-profile.ts';
import { jpegOutput } from '../src/formats/jpeg/output.ts';
import { rampSize } from '../testing/hdr-ramp.ts';
import { unusualMetadata, withGainMap } from '../testing/gain-map-files.ts';
import { readSingleItem, writeGrid, writeSingle, type Turn } from './heif-writer.ts';

const out = join(import.meta.dirname, '../fixtures');
const scratch = mkdtempSync(join(tmpdir(), 'fixtures-'));

function run(command: string, ...args: (string | string[])[]): void {
  execFileSync(command, args.flat(), { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** An asymmetric drawing, smooth enough to stay small and for decoders to agree on color at edges: a turn or a mirror cannot pass unseen. */
function paint(file: string, width: number, height: number, ...more: string[]): void {
  run(
    'convert',
    ['-size', `${width}x${height}`, 'gradient:#c02020-#2040c0', '-fill', '#30c060'],
    ['-draw', `circle ${width * 0.3},${height * 0.35} ${width * 0.3},${height * 0.1}`],
    [
      '-fill',
      '#f0e020',
      '-draw',
      `rectangle ${width * 0.6},${height * 0.1} ${width * 0.9},${height * 0.3}`,
    ],
    [
      '-fill',
      '#101010',
      '-draw',
      `polygon ${width * 0.5},${height * 0.9} ${width * 0.95},${height * 0.9} ${width * 0.95},${height * 0.5}`,
    ],
    ['-blur', '0x3', ...more, `PNG48:${file}`],
  );
}

function encode(png: string, heic: string, ...args: string[]): void {
  run('heif-enc', '-q', '80', '--full_range_flag', '1', ...args, '-o', heic, png);
}

/** Decodes with the native libheif into a small PNG beside the fixture. */
function reference(name: string): void {
  run('heif-convert', join(out, `${name}.heic`), join(scratch, 'reference.png'));
  run('convert', join(scratch, 'reference.png'), '-strip', '-depth', '8', join(out, `${name}.png`));
}

function makeGrid(name: string, turn: Turn): void {
  const [width, height, tile] = [200, 150, 128];
  const whole = join(scratch, 'whole.png');
  paint(whole, 256, 256);
  const tiles = [0, 1, 2, 3].map((index) => {
    const png = join(scratch, 'tile.png');
    run(
      'convert',
      whole,
      '-crop',
      `${tile}x${tile}+${(index % 2) * tile}+${Math.floor(index / 2) * tile}`,
      '+repage',
      `PNG24:${png}`,
    );
    encode(png, join(scratch, 'tile.heic'));
    return readSingleItem(readFileSync(join(scratch, 'tile.heic')));
  });
  writeFileSync(
    join(out, `${name}.heic`),
    writeGrid({ tiles, columns: 2, rows: 2, tile, width, height, turn }),
  );
  reference(name);
}

function makeTurned(name: string, turn: Turn): void {
  const png = join(scratch, 'turned.png');
  paint(png, 96, 64);
  run('convert', png, `PNG24:${png}`);
  encode(png, join(scratch, 'turned.heic'));
  const item = readSingleItem(readFileSync(join(scratch, 'turned.heic')));
  writeFileSync(join(out, `${name}.heic`), writeSingle({ item, width: 96, height: 64, turn }));
  reference(name);
}

function makeAlpha(): void {
  const png = join(scratch, 'alpha.png');
  paint(png, 64, 48);
  run(
    'convert',
    png,
    '(',
    '-size',
    '64x48',
    'radial-gradient:white-black',
    ')',
    '-alpha',
    'off',
    '-compose',
    'CopyOpacity',
    '-composite',
    `PNG32:${png}`,
  );
  encode(png, join(out, 'alpha.heic'));
  reference('alpha');
}

function makeDeep(): void {
  const png = join(scratch, 'deep.png');
  paint(png, 160, 120);
  encode(png, join(out, 'deep-10-bit.heic'), '-b', '10');
  reference('deep-10-bit');
}

/** What a phone writes: Display P3, Exif with orientation 6 beside irot, location, XMP. */
function makePhone(): void {
  const jpeg = join(scratch, 'phone.jpg');
  paint(join(scratch, 'phone.png'), 96, 64);
  run('convert', join(scratch, 'phone.png'), '-quality', '100', '-sampling-factor', '4:4:4', jpeg);
  writeFileSync(join(scratch, 'p3.icc'), writeMatrixProfile(primariesByCode[12]!));
  run(
    'exiftool',
    ['-q', '-overwrite_original', `-icc_profile<=${join(scratch, 'p3.icc')}`],
    [
      '-Make=Stillpix',
      '-Model=Fixture 1',
      '-LensModel=Fixture 28mm f/1.8',
      '-DateTimeOriginal=2026:05:04 10:20:30',
    ],
    ['-ExifImageWidth=96', '-ExifImageHeight=64', '-Orientation#=6'],
    ['-GPSLatitude=48.2', '-GPSLatitudeRef=N', '-GPSLongitude=16.37', '-GPSLongitudeRef=E'],
    [
      '-XMP-dc:Creator=A. Photographer',
      '-XMP-exif:GPSLatitude=48.2',
      '-XMP-exif:GPSLongitude=16.37',
    ],
    jpeg,
  );
  encode(jpeg, join(out, 'phone-p3.heic'));
  reference('phone-p3');
}

/** A photo as JPEG, stored turned, that says where it was taken in every way there is. */
function makeLocatedJpeg(): void {
  const jpeg = join(out, 'located.jpg');
  paint(join(scratch, 'located.png'), 96, 64);
  run('convert', join(scratch, 'located.png'), ['-quality', '90', jpeg]);
  run(
    'exiftool',
    ['-q', '-overwrite_original', '-codedcharacterset=utf8'],
    ['-Make=Stillpix', '-Model=Fixture 2', '-LensModel=Fixture 50mm f/2'],
    [
      '-DateTimeOriginal=2026:05:04 10:20:30',
      '-ExifImageWidth=96',
      '-ExifImageHeight=64',
      '-Orientation#=6',
    ],
    [
      '-GPSLatitude=48.2',
      '-GPSLatitudeRef=N',
      '-GPSLongitude=16.37',
      '-GPSLongitudeRef=E',
      '-GPSAltitude=171',
    ],
    [
      '-XMP-dc:Creator=A. Photographer',
      '-XMP-exif:GPSLatitude=48.2',
      '-XMP-exif:GPSLongitude=16.37',
    ],
    ['-XMP-photoshop:City=Vienna', '-XMP-iptcCore:Location=Stephansplatz'],
    ['-IPTC:City=Vienna', '-IPTC:Sub-location=Stephansplatz', '-IPTC:By-line=A. Photographer'],
    jpeg,
  );
  run('convert', jpeg, ['-auto-orient', '-strip', `PNG24:${join(out, 'located.png')}`]);
}

/** The same drawing in the other formats, without loss where the format can. */
function makeOthers(): void {
  const png = join(scratch, 'other.png');
  paint(png, 48, 32);
  run('convert', png, ['-strip', `PNG24:${join(out, 'drawing.png')}`]);
  run('convert', png, ['-strip', '-interlace', 'PNG', `PNG48:${join(out, 'deep-interlaced.png')}`]);
  run('convert', png, ['-strip', '-colorspace', 'Gray', '-depth', '8', join(out, 'gray.png')]);
  run('convert', png, ['-strip', '-colors', '12', `PNG8:${join(out, 'palette.png')}`]);
  run('convert', join(out, 'drawing.png'), `BMP3:${join(out, 'drawing.bmp')}`);
  run('convert', join(out, 'palette.png'), [
    '(',
    '+clone',
    '-negate',
    ')',
    '-set',
    'delay',
    '50',
    join(out, 'animated.gif'),
  ]);
  run('cwebp', ['-quiet', '-lossless', join(out, 'drawing.png'), '-o', join(out, 'lossless.webp')]);
  run('cwebp', ['-quiet', '-q', '95', join(out, 'alpha.png'), '-o', join(out, 'alpha.webp')]);
  run('heif-enc', [
    '-A',
    '-q',
    '90',
    '-p',
    'chroma=444',
    join(out, 'drawing.png'),
    '-o',
    join(out, 'drawing.avif'),
  ]);
}

/** A ramp of PQ light, named as such in the coded stream only. */
function makeHdr(): void {
  const png = join(scratch, 'ramp.png');
  run('convert', ['-size', '32x128', 'gradient:black-white', '-depth', '16', `PNG48:${png}`]);
  const color = ['colorprim=bt2020', 'transfer=smpte2084', 'colormatrix=bt2020nc'];
  const parameters = color.flatMap((parameter) => ['-p', `x265:${parameter}`]);
  run('heif-enc', ['-b', '10', '-q', '90'], parameters, ['-o', join(out, 'hdr-pq.heic'), png]);
}

/** A file with two pictures of different sizes. */
function makeTwo(): void {
  const [first, second] = [join(scratch, 'first.png'), join(scratch, 'second.png')];
  paint(first, 64, 48);
  paint(second, 48, 64);
  for (const png of [first, second]) run('convert', png, `PNG24:${png}`);
  run('heif-enc', ['-q', '50', '-o', join(out, 'two.heic'), first, second]);
}

/**
 * A phone's photo with a gain map of half its size, Apple's way. The map shows the picture itself in gray,
 * so that one can tell whether the two still fit.
 */
async function makeGainMap(): Promise<void> {
  const png = join(scratch, 'map.png');
  paint(png, 256, 256);
  run('convert', [
    ...[png, '-crop', '200x150+0+0', '+repage', '-resize', '104x78!'],
    ...['-colorspace', 'Gray', '-depth', '8', png],
  ]);
  encode(png, join(scratch, 'map.heic'));
  const picture = readFileSync(join(out, 'grid-rotated.heic'));
  const map = readFileSync(join(scratch, 'map.heic'));
  writeFileSync(join(out, 'gain-map.heic'), withGainMap(picture, map, { kind: 'apple' }));
  const jpegs = ['grid.png', png].map((file, index) => {
    const jpeg = join(scratch, `${index}.jpg`);
    run('convert', [resolve(out, file), '-strip', '-quality', '85', jpeg]);
    return new Uint8Array(readFileSync(jpeg));
  });
  const coded = { bytes: jpegs[1]!, metadata: unusualMetadata, icc: undefined };
  const joined = await jpegOutput.gainMaps!.attach(jpegs[0]!, {}, undefined, coded);
  writeFileSync(join(out, 'gain-map.jpg'), joined);
}

/** A chart of Display P3 colors, and the same colors in sRGB by LittleCMS (which ImageMagick uses). */
function makeChart(): void {
  const [p3, srgb] = [join(scratch, 'p3.icc'), join(scratch, 'srgb.icc')];
  writeFileSync(p3, writeMatrixProfile(primariesByCode[12]!));
  writeFileSync(srgb, writeMatrixProfile(primariesByCode[1]!));
  const steps = [0, 51, 102, 153, 204, 255];
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => [r, g, b]))).flat();
  writeFileSync(join(scratch, 'chart.rgb'), Uint8Array.from(colors));
  const raw = [
    '-size',
    '36x6',
    '-depth',
    '8',
    `rgb:${join(scratch, 'chart.rgb')}`,
    '-scale',
    '200%',
  ];
  run('convert', raw, ['-profile', p3, `PNG24:${join(out, 'chart-p3.png')}`]);
  const transform = ['-intent', 'relative', '-profile', srgb];
  run('convert', join(out, 'chart-p3.png'), transform, [
    '-strip',
    `PNG24:${join(out, 'chart-srgb.png')}`,
  ]);
}

/** The ramp of testing/hdr-ramp.ts with samples of 16 bits. */
function hdrRampPpm(): Buffer {
  const { width, height } = rampSize;
  const samples = Array.from({ length: width * height * 3 }, (_, at) => {
    const row = Math.floor(at / 3 / width);
    return Math.round(((row + 0.5) / height) * 65_535);
  });
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, at) => bytes.writeUInt16BE(sample, at * 2));
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n65535\n`), bytes]);
}

/** JPEG XL: a repacked JPEG with compressed metadata, and pictures without loss. */
function makeJxl(): void {
  const lossless = ['--quiet', '-d', '0'];
  const deep = join(scratch, 'deep-alpha.png');
  run('convert', join(out, 'alpha.png'), ['-depth', '16', `PNG64:${deep}`]);
  run('cjxl', '--quiet', join(out, 'located.jpg'), join(out, 'located.jxl'));
  run('cjxl', lossless, deep, join(out, 'deep-alpha.jxl'));
  for (const name of ['gray', 'chart-p3']) {
    run('cjxl', lossless, join(out, `${name}.png`), join(out, `${name}.jxl`));
  }
  run('cjxl', '--quiet', join(out, 'drawing.png'), join(out, 'drawing.jxl'));
  const ramp = join(scratch, 'ramp.ppm');
  writeFileSync(ramp, hdrRampPpm());
  for (const [name, transfer] of [
    ['pq', 'PeQ'],
    ['hlg', 'HLG'],
  ]) {
    const color = ['-x', `color_space=RGB_D65_202_Rel_${transfer}`];
    run('cjxl', lossless, color, ramp, join(out, `hdr-${name}.jxl`));
  }
}

try {
  makeLocatedJpeg();
  makeChart();
  makeGrid('grid', {});
  makeGrid('grid-rotated', { quarterTurns: 1 });
  await makeGainMap();
  makeTurned('mirrored', { mirror: 'top-bottom' });
  makeTurned('rotated', { quarterTurns: 3, exifOrientation: 6 });
  makeAlpha();
  makeDeep();
  makePhone();
  makeOthers();
  makeTwo();
  makeHdr();
  makeJxl();
} finally {
  rmSync(scratch, { recursive: true });
}
