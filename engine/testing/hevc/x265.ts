// Streams made with x265, over the matrix of its options that matter to stills.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../mutate.ts';
import { withFolder } from './references.ts';

export interface StreamRecipe {
  name: string;
  width: number;
  height: number;
  chroma: 'i400' | 'i420' | 'i422' | 'i444';
  bitDepth: 8 | 10 | 12;
  options: string[];
  seed: number;
}

const sizes = [
  [16, 16],
  [18, 22],
  [64, 64],
  [66, 70],
  [70, 34],
  [96, 88],
  [130, 66],
  [200, 120],
  [256, 192],
  [40, 136],
  [34, 258],
];

/** Each entry is one choice; x265 takes the ones of a stream together. */
const choices: string[][] = [
  [
    '',
    '--ctu 16',
    '--ctu 32',
    '--ctu 64 --min-cu-size 16',
    '--ctu 64 --min-cu-size 32',
    '--ctu 32',
  ],
  ['', '--tu-intra-depth 4', '--tu-intra-depth 2', '--max-tu-size 16', '--max-tu-size 8 --ctu 32'],
  ['--qp 4', '--qp 14', '--qp 22', '--qp 27', '--qp 34', '--qp 44', '--crf 18', '--crf 30'],
  ['', '', '--tskip', '--tskip --tskip-fast'],
  ['', '', '--scaling-list default', '--scaling-list file'],
  ['', '', '--no-signhide'],
  ['', '--aq-mode 0', '--aq-mode 3 --aq-strength 3', '--aq-mode 2 --qg-size 16', '--qg-size 32'],
  ['', '', '--cbqpoffs 5 --crqpoffs -7', '--cbqpoffs -12 --crqpoffs 3'],
  ['', '', '', '--lossless', '--cu-lossless', '--cu-lossless --tskip'],
  ['', '', '--slices 2', '--slices 3'],
  ['', '--wpp', '--no-wpp'],
  ['', '--no-strong-intra-smoothing'],
  ['', '', '--constrained-intra'],
  ['', '--no-deblock', '--deblock -3:4', '--deblock 6:-6', '--deblock 6:6'],
  ['', '', '--no-sao', '--limit-sao', '--sao-non-deblock'],
  ['', '--rd 6', '--rd 2 --fast-intra', '--preset veryslow', '--b-intra --rdoq-level 2'],
];

/** The same recipes every time. */
export function x265Recipes(count: number): StreamRecipe[] {
  const random = seededRandom(265);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: count }, (_, index) => {
    const [width, height] = pick(sizes) as [number, number];
    const chroma = pick(['i400', 'i420', 'i420', 'i422', 'i444'] as const);
    const bitDepth = pick([8, 8, 10, 12] as const);
    const words = choices.flatMap((list) => pick(list).split(' ')).filter((word) => word !== '');
    const options = fitting(words, width, height);
    return {
      name: `${index} ${width}x${height} ${chroma} ${bitDepth} ${options.join(' ')}`,
      width,
      height,
      chroma,
      bitDepth,
      options,
      seed: index + 1,
    };
  });
}

/** Without what x265 (3.5) does not take for a size or writes wrongly. */
function fitting(words: readonly string[], width: number, height: number): string[] {
  const options = [...words];
  const drop = (option: string): void => {
    const at = options.indexOf(option);
    if (at >= 0) options.splice(at, 2);
  };
  // Slices of a small picture come out empty; with lossless blocks beside them the decoders used
  // for comparison each have a fault.
  if (height < 190 || width < 190 || options.includes('--cu-lossless')) drop('--slices');
  // A picture must hold a whole CTB.
  const side = Math.min(width, height);
  if (side < 64) {
    while (options.includes('--ctu')) drop('--ctu');
    drop('--min-cu-size');
    options.push('--ctu', side < 32 ? '16' : '32');
    const largest = options.indexOf('--max-tu-size');
    if (largest >= 0 && side < 32) drop('--max-tu-size');
  }
  return options;
}

/** Planes of a picture with slopes, edges, flat parts and noise. */
function drawFrame(recipe: StreamRecipe): Uint8Array {
  const { width, height, chroma, bitDepth } = recipe;
  const random = seededRandom(recipe.seed);
  const maxValue = 2 ** bitDepth - 1;
  const planes = chroma === 'i400' ? 1 : 3;
  const parts: Uint8Array[] = [];
  for (let plane = 0; plane < planes; plane++) {
    const right = plane > 0 && chroma !== 'i444' ? 1 : 0;
    const down = plane > 0 && chroma === 'i420' ? 1 : 0;
    const columns = (width + right) >> right;
    const rows = (height + down) >> down;
    const samples = new Uint16Array(columns * rows);
    const base = random() * maxValue;
    const slopeX = ((random() - 0.5) * maxValue) / columns;
    const slopeY = ((random() - 0.5) * maxValue) / rows;
    const shapes = Array.from({ length: 7 }, () => ({
      x: random() * columns,
      y: random() * rows,
      angle: random() * Math.PI,
      size: random() * columns * 0.4,
      level: (random() - 0.5) * maxValue,
      noise: random() < 0.3 ? maxValue * 0.2 : 0,
    }));
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        let value = base + slopeX * x + slopeY * y;
        for (const { x: cx, y: cy, angle, size, level, noise } of shapes) {
          const across = (x - cx) * Math.cos(angle) + (y - cy) * Math.sin(angle);
          if (Math.abs(across) < size * 0.3) value += level + (random() - 0.5) * noise;
        }
        samples[y * columns + x] = Math.min(Math.max(Math.round(value), 0), maxValue);
      }
    }
    parts.push(bitDepth > 8 ? new Uint8Array(samples.buffer) : Uint8Array.from(samples));
  }
  return Buffer.concat(parts);
}

/** Lists with values of their own and every way to predict them, in x265's file format. */
function scalingListFile(seed: number): string {
  const random = seededRandom(seed);
  const lines: string[] = [];
  const add = (name: string, count: number): void => {
    const entries = Array.from({ length: count }, (_, i) => 8 + i + Math.floor(random() * 40));
    lines.push(`${name} =`, `${entries.join(',')},`);
  };
  for (const [size, count] of [
    ['4X4', 16],
    ['8X8', 64],
    ['16X16', 64],
    ['32X32', 64],
  ] as const) {
    for (const kind of ['INTRA', 'INTER']) {
      for (const component of ['LUMA', 'CHROMAU', 'CHROMAV']) {
        add(`${kind}${size}_${component}`, count);
        if (size === '16X16' || size === '32X32') add(`${kind}${size}_${component}_DC`, 1);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The stream, and the encoder's own reconstruction where it has 8 bits (deeper ones are cut to 8).
 * `null` where x265 declines or fails.
 */
export function encodeByX265(
  recipe: StreamRecipe,
): { stream: Uint8Array; reconstruction: Uint8Array | null } | null {
  return withFolder((folder) => {
    const input = join(folder, 'in.yuv');
    const stream = join(folder, 'out.hevc');
    const reconstruction = join(folder, 'recon.yuv');
    const lists = join(folder, 'lists.txt');
    writeFileSync(input, drawFrame(recipe));
    writeFileSync(lists, scalingListFile(recipe.seed));
    const depth = String(recipe.bitDepth);
    const { status } = spawnSync(
      'x265',
      [
        ...['--input', input, '--input-res', `${recipe.width}x${recipe.height}`, '--fps', '1'],
        ...['--input-csp', recipe.chroma, '--input-depth', depth, '-D', depth],
        ...['--recon', reconstruction, '--output', stream],
        ...['--frames', '1', '--no-info', '--log-level', 'none', '--pools', '1'],
        ...recipe.options.map((option) => (option === 'file' ? lists : option)),
      ],
      { timeout: 60_000, stdio: 'ignore' },
    );
    if (status !== 0) return null;
    const bytes = readFileSync(stream);
    if (bytes.length === 0) return null;
    return {
      stream: bytes,
      reconstruction: recipe.bitDepth === 8 ? readFileSync(reconstruction) : null,
    };
  });
}
