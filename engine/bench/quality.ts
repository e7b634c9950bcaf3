/** Bytes and looks of our JPEGs and WebPs beside other encoders' of the same photo. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { hasTool, run } from '../corpus/native.ts';
import { createLocalPool } from '../src/run/local-pool.ts';
import { bytesOfBlob, readPixels, type Pixels } from '../testing/pictures.ts';
import { Ssimulacra2 } from '../testing/ssimulacra2.ts';
import type { Samples } from './samples.ts';

/** A file at one quality of its encoder's own scale. */
export interface QualityPoint {
  quality: number;
  bytes: number;
  /** SSIMULACRA 2.1 against the decoded photo. */
  score: number;
}

export interface QualityCurve {
  who: string;
  /** From the least quality to the best. */
  points: QualityPoint[];
  /** Bytes of ours at the same score, as a share of these; null for ours, and where no scores overlap. */
  oursOfThese: number | null;
}

const qualities = [60, 70, 80, 86, 92, 96];

export const ours = 'stillpix';

/** Makes a JPEG of the photo. */
type Encode = (quality: number) => Promise<Uint8Array>;

async function encodeBy(command: string, args: string[], output: string): Promise<Uint8Array> {
  const { ok, stderr } = await run(command, args);
  if (!ok) throw new Error(`${command} failed: ${stderr.trim().slice(0, 300)}`);
  return readFile(output);
}

/** All of 4:2:0: ours from the HEIC's own planes, the others from its pixels. */
async function listEncoders(
  { folder, ppm, heic }: Samples,
  { width, height, data }: Pixels,
): Promise<[who: string, encode: Encode][]> {
  const output = join(folder, 'quality.jpg');
  const photo = new Blob([await readFile(heic)]);
  const pool = createLocalPool();
  const encoders: [string, Encode][] = [
    [
      ours,
      async (quality) => {
        const { blob } = await pool.convert(photo, { quality, metadata: 'strip' });
        return new Uint8Array(await blob.arrayBuffer());
      },
    ],
    [
      'mozjpeg, progressive',
      // As numbers: a file's profile would have its colors converted.
      (quality) =>
        sharp(data, { raw: { width, height, channels: 4 } })
          .jpeg({ quality, mozjpeg: true })
          .toBuffer(),
    ],
  ];
  if (await hasTool('cjpeg')) {
    encoders.push([
      'libjpeg-turbo',
      (quality) =>
        encodeBy(
          'cjpeg',
          ['-quality', String(quality), '-optimize', '-outfile', output, ppm],
          output,
        ),
    ]);
  }
  if (await hasTool('cjpegli')) {
    const asked = ['--chroma_subsampling=420', '-p', '0'];
    encoders.push([
      'cjpegli, sequential',
      (quality) => encodeBy('cjpegli', [ppm, output, '-q', String(quality), ...asked], output),
    ]);
  }
  return encoders;
}

/** Bytes at a score, between the two points around it; null outside of all. */
export function bytesAtScore(points: readonly QualityPoint[], score: number): number | null {
  const sorted = points.toSorted((a, b) => a.score - b.score);
  const next = sorted.findIndex((point) => point.score >= score);
  const [low, high] = [sorted[next - 1], sorted[next]];
  if (!high) return null;
  if (!low) return high.score === score ? high.bytes : null;
  const share = (score - low.score) / (high.score - low.score);
  return low.bytes * (high.bytes / low.bytes) ** share;
}

/** The mean of ratios, where both have the score of one of our points. */
export function shareAtEqualScore(
  own: readonly QualityPoint[],
  others: readonly QualityPoint[],
): number | null {
  const logs = own.flatMap(({ bytes, score }) => {
    const other = bytesAtScore(others, score);
    return other === null ? [] : [Math.log(bytes / other)];
  });
  if (logs.length === 0) return null;
  return Math.exp(logs.reduce((sum, each) => sum + each, 0) / logs.length);
}

/** The same for WebP, ours from the HEIC's own planes. */
async function listWebpEncoders(
  { heic }: Samples,
  { width, height, data }: Pixels,
): Promise<[who: string, encode: Encode][]> {
  const photo = new Blob([await readFile(heic)]);
  const pool = createLocalPool();
  return [
    [
      ours,
      async (quality) => {
        const asked = { format: 'webp', quality, metadata: 'strip' } as const;
        return bytesOfBlob((await pool.convert(photo, asked)).blob);
      },
    ],
    [
      'libwebp',
      (quality) =>
        sharp(data, { raw: { width, height, channels: 4 } })
          .webp({ quality, effort: 4 })
          .toBuffer(),
    ],
  ];
}

/** Encodes the photo at some qualities by each encoder of a format that is installed. */
export async function measureQuality(
  samples: Samples,
  format: 'jpeg' | 'webp',
): Promise<QualityCurve[]> {
  const metric = await Ssimulacra2.create();
  const original = await readPixels(await readFile(samples.png), 4);
  const curves: QualityCurve[] = [];
  const list = format === 'jpeg' ? listEncoders : listWebpEncoders;
  for (const [who, encode] of await list(samples, original)) {
    const points: QualityPoint[] = [];
    for (const quality of qualities) {
      const file = await encode(quality);
      const score = metric.score(original, await readPixels(file, 4));
      points.push({ quality, bytes: file.length, score });
    }
    const own = curves.find((curve) => curve.who === ours);
    curves.push({ who, points, oursOfThese: own ? shareAtEqualScore(own.points, points) : null });
  }
  return curves;
}

/** Every second whole score that all curves have. */
export function scoresInCommon(curves: readonly QualityCurve[]): number[] {
  const scores = curves.map(({ points }) => points.map(({ score }) => score));
  const from = Math.ceil(Math.max(...scores.map((each) => Math.min(...each))));
  const to = Math.floor(Math.min(...scores.map((each) => Math.max(...each))));
  return Array.from(
    { length: Math.max(0, Math.floor((to - from) / 2) + 1) },
    (_, at) => from + 2 * at,
  );
}
