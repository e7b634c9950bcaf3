// Times the HEVC decoder on the tiles of a HEIC grid against libheif-js, which decodes the same
// tiles to planes, in one run.
//
//   node bench/hevc-decode.ts [file.heic] [--rounds 7] [--own]
//
// `--own` leaves libheif out, for profiling.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readHeif } from '../src/heif/file.ts';
import { loadHevcDecoder } from '../src/hevc/decoder.ts';
import type { CodedTile } from '../src/tiles/coded-tile.ts';
import { decodeTilesByLibheif } from '../src/tiles/libheif-decoder.ts';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    own: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const sample = new URL('../../../shared/corpus/phone/iphone-12mp-grid.heic', import.meta.url);
const file = readHeif(readFileSync(positionals[0] ?? sample));
if (!file) throw new Error('not a HEIF file');

const primary = file.primaryId === null ? undefined : file.items.get(file.primaryId);
const tileIds = new Set(primary ? file.references.from('dimg', primary.id) : []);
const tiles: CodedTile[] = [];
const data: Uint8Array[] = [];
for (const item of file.items.values()) {
  if (!tileIds.has(item.id) && item !== primary) continue;
  let configuration: Uint8Array | null = null;
  let size = { width: 0, height: 0 };
  for (const { property } of item.properties) {
    if (property.kind === 'hevc-configuration') configuration = property.bytes;
    if (property.kind === 'size') size = { width: property.width, height: property.height };
  }
  if (!configuration) continue;
  const bytes = item.data();
  tiles.push({ codec: 'hevc', configuration, data: bytes, ...size, gray: false });
  data.push(bytes);
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const decoder = await loadHevcDecoder();
const own: number[] = [];
const libheif: number[] = [];
for (let round = 0; round < Number(values.rounds) + 1; round++) {
  const ownTime = await timed(() => {
    for (const [index, tile] of tiles.entries()) decoder.decode(tile.configuration, data[index]!);
  });
  const libheifTime = values.own
    ? Number.NaN
    : await timed(() => decodeTilesByLibheif(tiles, data, () => undefined));
  // The first round compiles.
  if (round === 0) continue;
  own.push(ownTime);
  libheif.push(libheifTime);
}
const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;
console.log(`${tiles.length} tiles, median of ${own.length}`);
console.log(`own      ${median(own).toFixed(0)} ms`);
if (!values.own) {
  console.log(`libheif  ${median(libheif).toFixed(0)} ms`);
  console.log(`${(median(libheif) / median(own)).toFixed(2)} times as fast`);
}
