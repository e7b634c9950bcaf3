/**
 * Makes the photo that workers are prepared with (src/run/tiny-photo.ts): three tiles of noise, coarse and fine, so
 * that a decoder meets most of what photos have; the first is the small picture, too. Needs Debian's libheif-examples (heif-enc) and imagemagick
 * (convert); run it with `node scripts/make-tiny-photo.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSingleItem, writeGrid } from './heif-writer.ts';

const tile = 64;
const scratch = mkdtempSync(join(tmpdir(), 'tiny-photo-'));

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}

function makeTile(index: number) {
  const [png, heic] = [join(scratch, 'tile.png'), join(scratch, 'tile.heic')];
  const size = `${tile}x${tile}`;
  const noise = ['-seed', String(index + 1), 'plasma:fractal', '-attenuate', '0.08'];
  const paint = ['-size', size, ...noise, '+noise', 'Gaussian', `PNG24:${png}`];
  run('convert', paint);
  const encode = ['-q', '50', '--full_range_flag', '1', '-o', heic, png];
  run('heif-enc', encode);
  return readSingleItem(readFileSync(heic));
}

try {
  const file = writeGrid({
    tiles: [0, 1, 2].map(makeTile),
    columns: 1,
    rows: 3,
    tile,
    width: tile,
    height: 3 * tile,
    turn: {},
    hasThumbnail: true,
  });
  const base64 = file
    .toString('base64')
    .replaceAll(/.{1,96}/g, "  '$&' +\n")
    .replace(/ \+\n$/, ';\n');
  writeFileSync(
    join(import.meta.dirname, '../src/run/tiny-photo.ts'),
    `/** A HEIC of three small tiles with a small picture, as base64; made by scripts/make-tiny-photo.ts. */\nexport const tinyPhoto =\n${base64}`,
  );
  console.log(`${file.length} bytes`);
} finally {
  rmSync(scratch, { recursive: true });
}
