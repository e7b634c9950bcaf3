import { beforeAll, describe, expect, test, vi } from 'vitest';
import { box } from '../../testing/heif-writer.ts';
import { planesOf, samplePhoto } from '../../testing/sample-planes.ts';
import { tokensOf } from '../../testing/strip-results.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import { runShared } from '../run/workers/share-strip.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { detachPart, type StripPart } from './parts.ts';
import { type StripHooks, runStrip } from './run-jpeg.ts';
import type { JpegTools } from './strip-output.ts';
import { countsOf, wholeOf } from './tasks/result.ts';
import type { JpegStripTask } from './tasks/task.ts';
import { sample, type Sample } from '../../testing/strip-sample.ts';

let tools: JpegTools;

beforeAll(async () => {
  const encoder = await JpegEncoder.create(await compiledModule('jpeg'));
  tools = { encoder, resampler: null, vp8: null };
});

describe('a picture of one coded item', () => {
  const large = samplePhoto(300, 560);
  const turns: Uint8Array[][] = [
    [],
    ...[1, 2, 3].map((turn) => [box('irot', [turn])]),
    [box('imir', [0])],
    [box('imir', [1]), box('irot', [1])],
  ];

  /** Decodes like a decoder that reports its progress after each row of blocks. */
  function byRows({ decode, ...rest }: Sample, heard: number[]): Sample {
    const telling: DecodeTiles = (tiles, data, take, onRows) =>
      decode(tiles, data, (index, planes) => {
        for (let rows = 64; rows < planes.height; rows += 64) {
          heard.push(rows);
          // Rows that are not decoded yet must not be used.
          const decoded = planes.planes.map((plane, component) =>
            plane.map((value, at) => {
              const row = Math.floor(at / planes.strides[component]!) * (component === 0 ? 1 : 2);
              return row < rows ? value : 77;
            }),
          );
          onRows?.({ ...planes, planes: decoded }, rows, 0);
        }
        take(index, planes);
      });
    return { ...rest, decode: telling };
  }

  async function scanOf({ file, plan, decode }: Sample, hooks: StripHooks): Promise<Buffer> {
    const source = new Blob([new Uint8Array(file)]);
    return Buffer.concat(tokensOf(await runStrip(plan.tasks[0]!, source, decode, tools, hooks)));
  }

  /** Its scan, made by a worker and others, which receive the `handed` parts. */
  async function scanShared(made: Sample, others: number, handed: StripPart[] = []) {
    const handOver = (part: StripPart) => void handed.push(structuredClone(part));
    const source = new Blob([new Uint8Array(made.file)]);
    const sharing = { others, handOver };
    const [whole] = made.plan.tasks;
    const strip = await runShared<JpegStripTask>(
      whole!.rows,
      async (onPart) => {
        const own = await runStrip(whole!, source, made.decode, tools, { sharing });
        handed.forEach(onPart);
        return own;
      },
      ({ task, planes }) =>
        runStrip(task, source, async (_tiles, _data, take) => take(0, planes), tools),
      () => {},
    );
    return Buffer.concat(tokensOf(strip));
  }

  test('is encoded to the same data while it is decoded, when it is, and by others', async () => {
    for (const properties of turns) {
      const made = sample(large, 1, 1, properties);
      const atOnce = await scanOf(made, {});
      const heard: number[] = [];
      expect(await scanOf(byRows(made, heard), {})).toEqual(atOnce);
      expect(heard.length).toBeGreaterThan(5);

      expect(await scanShared(byRows(made, heard), 1)).toEqual(atOnce);
    }
  });

  /** Decodes like a decoder that keeps only the requested columns of a large picture. */
  function byColumns({ decode, ...rest }: Sample, heard: number[]): Sample {
    const telling: DecodeTiles = (tiles, data, take, onRows, columns) =>
      decode(tiles, data, (_, planes) => {
        if (!columns) return take(0, planes);
        columns.wanted.forEach(({ x }, index) => {
          const left = x - (x % 16);
          heard.push(left);
          const right = planes.planes.map((plane, component) => {
            const isLeft = (at: number): boolean =>
              (at % planes.strides[component]!) * (component === 0 ? 1 : 2) < left;
            return plane.filter((_sample, at) => !isLeft(at));
          });
          const strides = planes.strides.map(
            (stride, component) => stride - left / (component === 0 ? 1 : 2),
          );
          columns.take({ ...planes, planes: right, strides }, index, left);
        });
      });
    return { ...rest, decode: telling };
  }

  test('gives back the same samples from its columns, where it is turned by a quarter', async () => {
    const heard: number[] = [];
    const samplesOf = async ({ file, plan, decode }: Sample) => {
      const output = { kind: 'samples', resampling: null, counting: null } as const;
      const source = new Blob([new Uint8Array(file)]);
      return runStrip({ ...plan.tasks[0]!, output }, source, decode, tools);
    };
    for (const properties of turns) {
      const made = sample(large, 1, 1, properties);
      expect(await samplesOf(byColumns(made, heard))).toEqual(await samplesOf(made));
    }
    expect(heard).toHaveLength(6);
    expect(heard.filter((left) => left > 0)).toHaveLength(3);
  });

  test('hands its first part over before it is decoded', async () => {
    const heard: number[] = [];
    const handedAt: number[] = [];
    const handOver = () => void handedAt.push(heard.at(-1) ?? 0);
    await scanOf(byRows(sample(large, 1, 1), heard), { sharing: { others: 1, handOver } });
    expect(handedAt[0]).toBeLessThan(large.height * 0.6);
    // The last one is complete only when nothing else is left to do.
    expect(handedAt).toHaveLength(2);
  });

  test('keeps its share of what is decoded at once', async () => {
    const made = sample(large, 1, 1);
    const atOnce = await scanOf(made, {});
    for (const [others, count] of [
      [1, 1],
      [2, 2],
      [7, 2],
    ] as const) {
      const handed: StripPart[] = [];
      expect(await scanShared(made, others, handed)).toEqual(atOnce);
      expect(handed).toHaveLength(count);
    }
  });

  test('tells how much of it is decoded, and how much is encoded', async () => {
    const seen: number[] = [];
    const onProgress = (fraction: number) => void seen.push(fraction);
    await scanOf(byRows(sample(large, 1, 1), []), { onProgress });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(0.2);
    expect(seen.at(-1)).toBe(1);
  });

  test('is not cut again when it comes decoded from somebody else, however high it is', async () => {
    const handOver = vi.fn<(part: StripPart) => void>();
    const made = sample(large, 1, 1);
    const [whole] = made.plan.tasks;
    const decoded = detachPart(whole!, planesOf(large, '4:2:0'));
    const decode: DecodeTiles = async (_tiles, _data, take) => take(0, decoded.planes);
    const source = new Blob([]);
    const strip = await runStrip(decoded.task, source, decode, tools, {
      sharing: { others: 1, handOver },
    });
    expect(tokensOf(strip)).toHaveLength(1);
    const counting = { qualities: [80], every: 8 };
    const counted = { ...decoded.task, output: { kind: 'counts' as const, counting } };
    const found = await runStrip(counted, source, decode, tools, {
      sharing: { others: 1, handOver },
    });
    expect(countsOf([wholeOf(found)])).toHaveLength(1);
    expect(handOver).not.toHaveBeenCalled();
  });

  test('keeps to itself what is one part', async () => {
    const handOver = vi.fn<(part: StripPart) => void>();
    const scan = await scanOf(sample(samplePhoto(90, 200), 1, 1), {
      sharing: { others: 1, handOver },
    });
    expect(handOver).not.toHaveBeenCalled();
    expect(scan.length).toBeGreaterThan(100);
  });
});
