import { codedBytesOf, type StripResult, wholeOf } from '../../src/strips/tasks/result.ts';
import { startPipeline } from '../../src/convert/pipeline.ts';
import { joinBytes } from '../../src/bytes/join.ts';
import { JpegEncoder } from '../../src/formats/jpeg/encoder/encoder.ts';
import { huffmanFor } from '../../src/formats/jpeg/encoder/tokens.ts';
import { primaryItem, readHeif } from '../../src/heif/file.ts';
import { describePicture } from '../../src/heif/describe-picture.ts';
import { loadHevcDecoder, type HevcDecoder } from '../../src/hevc/decoder.ts';
import type { Planes } from '../../src/planes/planes.ts';
import { joinJpeg } from '../../src/run/conversion/file-parts.ts';
import { runStrip } from '../../src/strips/run-jpeg.ts';
import { planStrips } from '../../src/strips/plan-strips.ts';
import type { JpegStripTask } from '../../src/strips/tasks/task.ts';
import type { DecodeTiles, CodedTile } from '../../src/tiles/coded-tile.ts';
import { decodeTilesByLibheif } from '../../src/tiles/libheif-decoder.ts';
import { loadWasm } from '../../src/wasm/load.ts';
import type { StageTimes } from '../laboratory.ts';

const now = () => performance.now();

function dataOf(tile: CodedTile, file: Uint8Array): Uint8Array {
  return tile.data instanceof Uint8Array
    ? tile.data
    : file.subarray(tile.data.start, tile.data.end);
}

/** The strips of the primary picture, as the engine plans them. */
function planOf(file: Uint8Array): readonly JpegStripTask[] {
  const heif = readHeif(file);
  if (!heif) throw new Error('not a HEIF file');
  const plan = planStrips(file, describePicture(heif, primaryItem(heif)), 92, []);
  if (!plan) throw new Error('the picture is not made in strips');
  return plan.tasks;
}

function copyOf(planes: Planes): Planes {
  return { ...planes, planes: planes.planes.map((plane) => plane.slice()) };
}

/** Converts as the engine does, strip after strip, and tells what each stage took. */
async function convertByStages(
  file: Blob,
  decoder: HevcDecoder,
  encoder: JpegEncoder,
): Promise<StageTimes['parts'][number]> {
  const parts = { read: 0, decode: 0, encode: 0, join: 0 };
  let since = now();
  const endStage = (stage: keyof typeof parts): void => {
    const end = now();
    parts[stage] += end - since;
    since = end;
  };
  const started = await startPipeline(file, 'photo.heic', {}, {});
  if (started.kind !== 'planned') throw new Error('the picture is not made in strips');
  const decodeTiles: DecodeTiles = async (tiles, data, take) => {
    endStage('read');
    for (const [index, tile] of tiles.entries()) {
      const planes = decoder.decode(tile.configuration, data[index]!);
      endStage('decode');
      take(index, planes);
      endStage('encode');
    }
  };
  const { plan } = started.planned;
  if (plan.kind !== 'jpeg') throw new Error('not a JPEG');
  const strips: StripResult[] = [];
  for (const task of plan.tasks) {
    if (task.kind !== 'jpeg') throw new Error('not a strip of a JPEG');
    const tools = { encoder, resampler: null, vp8: null };
    strips.push(wholeOf(await runStrip(task, file, decodeTiles, tools)));
    endStage('encode');
  }
  const { chroma } = plan.tasks[0]!;
  const behind = await joinJpeg(chroma, strips, async (tokens, huffman) => {
    const scans = tokens.map((each) => encoder.writeScan([each], huffman));
    endStage('encode');
    return joinBytes(scans);
  });
  const joined = new Blob([plan.header, ...behind]);
  if (joined.size === 0) throw new Error('nothing was joined');
  endStage('join');
  return parts;
}

/** Times decoding and encoding by themselves, in this one thread, in turn. */
async function timeStages(bytes: Uint8Array<ArrayBuffer>, rounds: number): Promise<StageTimes> {
  const tasks = planOf(bytes);
  const tiles = [...new Set(tasks.flatMap((task) => task.tiles))];
  const data = tiles.map((tile) => dataOf(tile, bytes));
  const decoder = await loadHevcDecoder();
  const encoder = await JpegEncoder.create(await loadWasm('jpeg-encoder'));
  const stored = new Map<CodedTile, Planes>();
  for (const [index, tile] of tiles.entries()) {
    stored.set(tile, copyOf(decoder.decode(tile.configuration, data[index]!)));
  }
  const fromStore: DecodeTiles = async (wanted, _, take) => {
    for (const [index, tile] of wanted.entries()) take(index, stored.get(tile)!);
  };
  const file = new Blob([bytes]);
  const times: StageTimes = { decode: [], decodeByLibheif: [], encode: [], parts: [] };
  for (let round = -1; round < rounds; round++) {
    const start = now();
    for (const [index, tile] of tiles.entries()) decoder.decode(tile.configuration, data[index]!);
    const decoded = now();
    await decodeTilesByLibheif(tiles, data, () => {});
    const decodedByLibheif = now();
    const strips: StripResult[] = [];
    for (const task of tasks) {
      const tools = { encoder, resampler: null, vp8: null };
      strips.push(wholeOf(await runStrip(task, file, fromStore, tools)));
    }
    const tokens = codedBytesOf(strips, 'tokens');
    const huffman = huffmanFor(tokens);
    for (const each of tokens) encoder.writeScan([each], huffman);
    const encoded = now();
    const parts = await convertByStages(file, decoder, encoder);
    // The first round warms up.
    if (round < 0) continue;
    times.parts.push(parts);
    times.encode.push(encoded - decodedByLibheif);
    times.decodeByLibheif.push(decodedByLibheif - decoded);
    times.decode.push(decoded - start);
  }
  return times;
}

onmessage = ({ data }: MessageEvent<{ bytes: Uint8Array<ArrayBuffer>; rounds: number }>) => {
  timeStages(data.bytes, data.rounds).then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  );
};
