// Times the JPEG encoder against libjpeg-turbo's cjpeg on the same picture, one thread each.
//
//   node bench/jpeg-encode.ts [picture.heic]
//
// Needs Debian's libheif-examples and libjpeg-turbo-progs. Without a picture it makes one of 12 megapixels.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JpegEncoder } from '../src/formats/jpeg/encoder/encoder.ts';
import { jpegEnd, writeFrameHeader, writeScanHeader } from '../src/formats/jpeg/header.ts';
import { stepsFor } from '../src/formats/jpeg/encoder/quantization.ts';
import { huffmanFor } from '../src/formats/jpeg/encoder/tokens.ts';
import type { Planes } from '../src/planes/planes.ts';
import type { RgbPicture } from '../testing/sample-planes.ts';
import { planesOf, samplePhoto } from '../testing/sample-planes.ts';
import { compiledModule } from '../testing/wasm.ts';

const quality = 92;
const rounds = 9;
const stripRows = 512;

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

function readPpm(bytes: Buffer): RgbPicture {
  const [header, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.toString('latin1', 0, 64),
  )!;
  return { width: Number(width), height: Number(height), data: bytes.subarray(header.length) };
}

function loadPicture(folder: string, file: string | undefined): RgbPicture {
  if (file === undefined) return samplePhoto(4032, 3024);
  const jpeg = join(folder, 'picture.jpg');
  execFileSync('heif-convert', ['-q', '100', file, jpeg], { stdio: 'ignore' });
  return readPpm(execFileSync('djpeg', [jpeg], { maxBuffer: 2 ** 30 }));
}

function encode(encoder: JpegEncoder, planes: Planes): Uint8Array[] {
  const { width, height, chroma } = planes;
  encoder.setQuality(quality, chroma);
  const strips: Uint8Array[] = [];
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    const strip = encoder.samples.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
    const upright = { transpose: false, flipX: false, flipY: false };
    encoder.samples.place(strip, planes, { x: 0, y, width, height: rows }, { x: 0, y: 0 }, upright);
    encoder.samples.finish(strip, null);
    strips.push(encoder.tokenize(strip, y / 16, y + rows === height));
  }
  const huffman = huffmanFor(strips);
  const header = writeFrameHeader({
    width,
    height,
    chroma,
    quantization: stepsFor(quality, chroma),
    restartInterval: Math.ceil(width / 16),
  });
  const scans = strips.map((tokens) => encoder.writeScan([tokens], huffman));
  return [header, writeScanHeader(chroma, huffman), ...scans, jpegEnd];
}

const folder = mkdtempSync(join(tmpdir(), 'jpeg-encode-'));
try {
  const picture = loadPicture(folder, process.argv[2]);
  const planes = planesOf(picture, '4:2:0');
  const ppm = join(folder, 'picture.ppm');
  writeFileSync(ppm, `P6 ${picture.width} ${picture.height} 255\n`);
  writeFileSync(ppm, picture.data, { flag: 'a' });

  const encoder = await JpegEncoder.create(await compiledModule('jpeg'));
  const ours: number[] = [];
  const theirs: number[] = [];
  let parts: Uint8Array[] = [];
  const output = join(folder, 'cjpeg.jpg');
  for (let round = 0; round < rounds; round++) {
    let start = performance.now();
    parts = encode(encoder, planes);
    ours.push(performance.now() - start);
    start = performance.now();
    execFileSync('cjpeg', ['-quality', String(quality), '-outfile', output, ppm]);
    theirs.push(performance.now() - start);
  }
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const [our, their] = [median(ours), median(theirs)];
  console.log(`${picture.width}x${picture.height}, quality ${quality}, medians of ${rounds}`);
  console.log(`ours   ${our.toFixed(1)} ms  ${size} bytes`);
  console.log(`cjpeg  ${their.toFixed(1)} ms  ${readFileSync(output).length} bytes`);
  console.log(`ratio  ${(our / their).toFixed(2)} (first round: ${ours[0]!.toFixed(1)} ms)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
