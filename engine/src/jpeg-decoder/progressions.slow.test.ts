import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTool, run } from '../../corpus/native.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { joinBytes } from '../bytes/join.ts';
import { samplingOf } from '../planes/sampling.ts';
import { JpegDecoder } from './decoder.ts';
import { readJpegFrame } from './frame.ts';

let folder: string;
let decoder: JpegDecoder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillpix-progressions-'));
  decoder = new JpegDecoder(await compiledModule('jpeg-decoder'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A copy of all planes, as far as the picture reaches. */
function decode(jpeg: Uint8Array): Uint8Array[] {
  const frame = readJpegFrame(jpeg)!;
  const { across, down } = samplingOf(frame.chroma);
  const copies: Uint8Array[] = [];
  decoder.decode(jpeg, frame, ({ planes, strides, width, height }, rows) => {
    if (rows < height) return 0;
    planes.forEach((plane, component) => {
      const [columns, lines] =
        component === 0 ? [width, height] : [Math.ceil(width / across), Math.ceil(height / down)];
      const starts = Array.from({ length: lines }, (_, line) => line * strides[component]!);
      copies.push(joinBytes(starts.map((at) => Uint8Array.from(plane.subarray(at, at + columns)))));
    });
    return 0;
  });
  return copies;
}

const each = (components: number[], text: (component: number) => string): string =>
  components.map(text).join('\n');

/** Scans as `jpegtran` takes them: components, first and last coefficient, bits that are known and that come. */
const progressions: [name: string, scans: (components: number[]) => string, args: string[]][] = [
  ['sequential, a component at a time', (all) => each(all, (c) => `${c};`), []],
  [
    'by coefficients alone',
    (all) =>
      `${all.join(',')}: 0-0, 0, 0;\n${each(all, (c) => `${c}: 1-5, 0, 0;\n${c}: 6-63, 0, 0;`)}`,
    [],
  ],
  [
    'bit by bit, with restart markers',
    (all) =>
      [
        each(all, (c) => `${c}: 0-0, 0, 3;\n${c}: 1-63, 0, 4;`),
        ...[3, 2, 1].map((bits) => each(all, (c) => `${c}: 0-0, ${bits}, ${bits - 1};`)),
        ...[4, 3, 2, 1].map((bits) => each(all, (c) => `${c}: 1-63, ${bits}, ${bits - 1};`)),
      ].join('\n'),
    ['-restart', '2'],
  ],
];

describe.skipIf(!(await hasTool('jpegtran')))('whatever the order of its scans, a picture', () => {
  test.each(progressions)('has the samples of the baseline one: %s', async (_, scans, args) => {
    for (const [width, height, isGray] of [
      [33, 17, false],
      [250, 131, false],
      [701, 515, false],
      [97, 260, true],
    ] as const) {
      const raw = { width, height, channels: 3 } as const;
      const photo = sharp(samplePhoto(width, height).data, { raw });
      const picture = isGray ? photo.toColourspace('b-w') : photo;
      const [from, list, to] = ['from.jpg', 'scans.txt', 'to.jpg'].map((name) =>
        join(folder, name),
      );
      await picture.jpeg({ quality: 92 }).toFile(from!);
      await writeFile(list!, scans(isGray ? [0] : [0, 1, 2]));
      const made = await run('jpegtran', [...args, '-scans', list!, '-outfile', to!, from!]);
      expect(made).toMatchObject({ ok: true });
      const [baseline, other] = [await readFile(from!), await readFile(to!)];
      expect(readJpegFrame(other)!.scan === null || isGray).toBe(true);
      const [expected, found] = [decode(baseline), decode(other)];
      expect(found.map((plane, at) => Buffer.compare(plane, expected[at]!))).toEqual(
        expected.map(() => 0),
      );
    }
  });
});
