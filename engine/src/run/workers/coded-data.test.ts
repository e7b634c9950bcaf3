import { expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { startPipeline } from '../../convert/pipeline.ts';
import type { FileOptions } from '../../options.ts';
import type { StripPlan } from '../../strips/tasks/plan.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import type { CodedTile } from '../../tiles/coded-tile.ts';
import { isWorthSending, viewCodedData, withCodedData } from './coded-data.ts';

const file = Uint8Array.from({ length: 100 }, (_, at) => at);

function tileAt(data: CodedTile['data']): CodedTile {
  const configuration = new Uint8Array(1);
  return { codec: 'hevc', configuration, data, width: 64, height: 64, gray: false };
}

const taskOf = (...data: CodedTile['data'][]) => ({ tiles: data.map(tileAt) }) as StripTask;

test("gives a strip the coded data of its tiles, in the tiles' order, and nothing else of the file", () => {
  const inContainer = Uint8Array.of(201, 202);
  const given = withCodedData(
    taskOf({ start: 40, end: 43 }, { start: 10, end: 12 }, inContainer),
    file,
  );
  expect(given.task.tiles.map(({ data }) => Array.from(data as Uint8Array))).toEqual([
    [40, 41, 42],
    [10, 11],
    [201, 202],
  ]);
  expect(given.transfer.map(({ byteLength }) => byteLength)).toEqual([7]);
});

test('leaves the file and the task as they were, so that another strip can be given the same', () => {
  const task = taskOf({ start: 5, end: 9 });
  const first = withCodedData(task, file);
  structuredClone(first.task, { transfer: first.transfer });
  const [tile] = withCodedData(task, file).task.tiles;
  expect(Array.from(tile!.data as Uint8Array)).toEqual([5, 6, 7, 8]);
});

test('gives who has the file its tiles without a copy', () => {
  const { tiles } = viewCodedData(taskOf({ start: 40, end: 43 }, Uint8Array.of(7)), file);
  expect(tiles.map(({ data }) => Array.from(data as Uint8Array))).toEqual([[40, 41, 42], [7]]);
  expect((tiles[0]!.data as Uint8Array).buffer).toBe(file.buffer);
});

test('has files sent that are not large, and made of one strip or several', () => {
  const planOf = (count: number) =>
    ({
      tasks: Array.from({ length: count }, () => taskOf({ start: 0, end: 1 })),
    }) as unknown as StripPlan;
  expect(isWorthSending(file, planOf(6))).toBe(true);
  expect(isWorthSending(file, planOf(1))).toBe(true);
  expect(isWorthSending(file, planOf(2))).toBe(false);
  expect(isWorthSending(new Uint8Array(50e6), planOf(400))).toBe(false);
  const whole = { tasks: [{ ...taskOf(), kind: 'whole' }] } as unknown as StripPlan;
  expect(isWorthSending(file, whole)).toBe(false);
});

function* viewsIn(value: unknown): Generator<ArrayBufferView> {
  if (ArrayBuffer.isView(value)) yield value;
  else if (value instanceof Object) for (const each of Object.values(value)) yield* viewsIn(each);
}

test.each(['grid.heic', 'phone-p3.heic', 'gain-map.heic', 'gain-map.jpg', 'located.jpg'])(
  'leaves nothing of the file in a plan, which needs that longer: %s',
  async (name) => {
    const target = { targetBytes: 3000, fewerPixels: true };
    const asked: FileOptions[] = [
      ...[{}, { resize: { width: 50 } }, target, { format: 'png' as const }],
      ...[{ format: 'webp' as const }, { format: 'webp' as const, ...target }],
    ];
    let plans = 0;
    for (const options of asked) {
      const begun = await startPipeline(new Blob([await fixture(name)]), name, options, {});
      if (begun.kind !== 'planned') continue;
      plans++;
      const shared = [...viewsIn(begun.planned)].filter(
        (view) => view.buffer === begun.bytes!.buffer,
      );
      expect(shared, JSON.stringify(options)).toEqual([]);
    }
    expect(plans).toBeGreaterThan(3);
  },
);
