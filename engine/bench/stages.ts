import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinBytes, readHeifItems } from '../corpus/heif-items.ts';
import { annexB } from '../corpus/heif-samples.ts';
import { timeNative } from './conversions.ts';
import type { Harness } from './harness.ts';
import type { StageTimes } from './laboratory.ts';
import type { Samples } from './samples.ts';
import { Times } from './statistics.ts';

/** All coded items of the picture as one elementary stream, for native decoders. */
async function writeElementaryStream(samples: Samples): Promise<string> {
  const file = readHeifItems(new Uint8Array(await readFile(samples.heic)));
  if (!file) throw new Error('the sample is no HEIF file');
  const tiles = file.references.find((r) => r.type === 'dimg' && r.from === file.primary)?.to;
  const items = (tiles ?? [file.primary]).flatMap((id) => file.items.get(id) ?? []);
  const path = join(samples.folder, 'photo.hevc');
  await writeFile(path, joinBytes(items.map(annexB)));
  return path;
}

/**
 * Decoding and encoding by themselves, ours and libheif-js in one worker with native tools beside them;
 * and the parts that the stages have in whole conversions.
 */
export async function timeStages(
  harness: Harness,
  samples: Samples,
  url: string,
  rounds: number,
): Promise<{ alone: Times; parts: Times }> {
  const page = await harness.freshPage();
  await page.evaluate((path) => laboratory.hold(path), url);
  const ours = await page.evaluate((count) => laboratory.stages(count), rounds);
  await page.context().close();
  const stream = await writeElementaryStream(samples);
  const decode = ['-v', 'error', '-threads', '1', '-f', 'hevc', '-i', stream, '-f', 'null', '-'];
  const encode = ['-quality', '92', '-outfile', join(samples.folder, 'native.jpg'), samples.ppm];
  const native = await timeNative(
    [
      { name: 'ffmpeg -threads 1', command: 'ffmpeg', args: decode },
      { name: 'cjpeg', command: 'cjpeg', args: encode },
    ],
    rounds,
  );
  const times = new Times();
  const add = (name: string, runs: number[]) => runs.forEach((run) => times.add(name, run));
  const { decode: decoded, decodeByLibheif, encode: encoded }: StageTimes = ours;
  const parts = new Times();
  for (const { read, decode: decoding, encode: encoding, join: joining } of ours.parts) {
    parts.add('reading and planning', read);
    parts.add('HEVC decoding', decoding);
    parts.add('JPEG encoding', encoding);
    parts.add('joining', joining);
  }
  add('decode: stillpix', decoded);
  add('decode: libheif-js', decodeByLibheif);
  add('decode: ffmpeg -threads 1', native.runs('ffmpeg -threads 1'));
  add('encode: stillpix', encoded);
  add('encode: cjpeg', native.runs('cjpeg'));
  return { alone: times, parts };
}

/** The stages of a first conversion on a fresh page; their sum is the whole. */
export async function timeStart(harness: Harness, url: string, rounds: number): Promise<Times> {
  const times = new Times();
  for (let round = 0; round < rounds; round++) {
    const page = await harness.freshPage();
    await page.evaluate((path) => laboratory.hold(path), url);
    const { script, planned, firstPart, done } = await page.evaluate(() => laboratory.start());
    await page.context().close();
    times.add("the page's script", script);
    times.add("a worker's start, reading and planning", planned - script);
    times.add('codecs and first strip', firstPart - planned);
    times.add('further strips and joining', done - firstPart);
  }
  return times;
}
