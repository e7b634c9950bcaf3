import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { PlaneResampler } from '../transform/plane-resampler.ts';
import type { ResampledRows } from '../transform/resampled-rows.ts';
import { isPart, joinSamples, SampleCollector } from './collecting.ts';
import { componentsOf, planCollecting } from './frame.ts';
import type { StripPart } from './parts.ts';
import type { Collecting } from './tasks/plan.ts';

const [width, height] = [48, 700];
const chroma = '4:2:0';
const random = seededRandom(5);
/** A picture's planes, without gaps. */
const planes = componentsOf(chroma).map(({ across, down }) =>
  Uint8Array.from({ length: (width / across) * (height / down) }, () => Math.floor(random() * 256)),
);
/** First rows of its strips: two that are usable parts as they are, then some that end anywhere. */
const tops = [0, 128, 256, 258, 350, 610, height];

let resampler: PlaneResampler;

beforeAll(async () => {
  resampler = await PlaneResampler.create(await compiledModule('resample'));
});

/** What strip `index` returns. */
function stripOf(index: number, { resampling }: Collecting): ResampledRows[] {
  const [top, end] = [tops[index]!, tops[index + 1]!];
  return componentsOf(chroma).map(({ across, down }, component) => {
    const stride = width / across;
    const [first, rows] = [top / down, (end - top) / down];
    const data = planes[component]!.slice(first * stride, (first + rows) * stride);
    if (!resampling) return { first, data, open: [] };
    const plane = { data, offset: 0, stride, step: 1, width: stride, top: first, rows };
    return resampler.resample(plane, resampling[component]!);
  });
}

/** All rows of each component, joined from the parts. */
function rowsOf(parts: readonly StripPart[]): Buffer[] {
  return componentsOf(chroma).map((_, component) =>
    Buffer.concat(parts.map((part) => part.planes.planes[component] as Uint8Array)),
  );
}

const asStored: Collecting = { width, height, chroma, resampling: null };
const whole = { x: 0, y: 0, width, height };
const smaller = planCollecting(asStored, whole, { width: 31, height: 611, chroma }, 'lanczos');

test.each([
  ['as they are', asStored],
  ['at another size', smaller],
] as const)('rows of strips come together in any order, %s', (_, collecting) => {
  // Made anew each time, because open rows are added up in place.
  const makeAll = () => tops.slice(0, -1).map((_top, index) => stripOf(index, collecting));
  const expected = rowsOf(joinSamples(makeAll(), collecting, 80));
  for (const order of [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [1, 0, 3, 5, 2, 4],
  ]) {
    const strips = makeAll();
    const collector = new SampleCollector(collecting, 80, strips.length);
    const parts = order.flatMap((index) =>
      collector.add(index, [{ rows: strips[index]!, coded: null }]).filter(isPart),
    );
    expect(rowsOf(parts)).toEqual(expected);
    expect(parts.map(({ index }) => index)).toEqual([...parts.keys()]);
    expect(parts.map(({ task }) => task.last)).toEqual(
      parts.map((_part, at) => at === parts.length - 1),
    );
    const rows = parts.reduce((sum, { task }) => sum + task.rows, 0);
    expect(rows).toBe(collecting.height);
  }
});

test('rows of strips are the picture where nothing else is asked', () => {
  const strips = tops.slice(0, -1).map((_top, index) => stripOf(index, asStored));
  const rows = rowsOf(joinSamples(strips, asStored, 80));
  expect(rows).toEqual(planes.map((plane) => Buffer.from(plane)));
});

test('a part is given out with the strip that makes it whole', () => {
  const collector = new SampleCollector(asStored, 80, tops.length - 1);
  const rowsAfter = tops.slice(0, -1).map((_, index) => {
    const given = [{ rows: stripOf(index, asStored), coded: null }];
    const parts = collector.add(index, given).filter(isPart);
    return parts.map(({ task }) => task.rows);
  });
  expect(rowsAfter).toEqual([[128], [128], [], [], [256], [188]]);
});

test('a strip of whole rows of MCUs is given out without a copy', () => {
  const strips = tops.slice(0, -1).map((_top, index) => stripOf(index, asStored));
  const buffers = strips.map((strip) => strip.map(({ data }) => data.buffer));
  const parts = joinSamples(strips, asStored, 80);
  const given = parts.map(({ planes: part }) => part.planes.map((plane) => plane.buffer));
  expect(given.slice(0, 2)).toEqual(buffers.slice(0, 2));
});
