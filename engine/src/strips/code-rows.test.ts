import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { joinBytes } from '../bytes/join.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { Strip } from '../formats/jpeg/encoder/strip.ts';
import type { Planes } from '../planes/planes.ts';
import { noTurn } from '../transform/orient.ts';
import type { ResampledRows } from '../transform/resampled-rows.ts';
import { codeMovedRows, codeResampledRows, codeStripRows } from './code-rows.ts';
import { isPart, SampleCollector } from './collecting.ts';
import { componentsOf, jpegColor } from './frame.ts';
import type { Collecting } from './tasks/plan.ts';

const chroma = '4:2:0';
const [width, height] = [70, 530];
const random = seededRandom(8);
const components = componentsOf(chroma).map(({ across, down }) => ({
  columns: Math.ceil(width / across),
  rows: Math.ceil(height / down),
  down,
}));
/** The picture's planes, without gaps. */
const planes = components.map(({ columns, rows }) =>
  Uint8Array.from({ length: columns * rows }, () => Math.floor(random() * 256)),
);
const quality = 80;

let encoder: JpegEncoder;

beforeAll(async () => {
  encoder = await JpegEncoder.create(await compiledModule('jpeg'));
});

/** Rows of each component, as luma rows from one row up to, but not including, another. */
function rowsOf(from: number, to: number): Uint8Array<ArrayBuffer>[] {
  return components.map(({ columns, down }, at) =>
    planes[at]!.slice((from / down) * columns, Math.ceil(to / down) * columns),
  );
}

/** Rows of the picture in the encoder's memory. */
function stripOf(from: number, to: number): Strip {
  const size = { width, height: to - from };
  const strip = encoder.samples.startStrip({ ...size, chroma, sampleBytes: 1 });
  const strides = components.map(({ columns }) => columns);
  const depths = { bitDepth: 8, chromaBitDepth: 8 };
  const source: Planes = {
    ...size,
    chroma,
    ...depths,
    planes: rowsOf(from, to),
    strides,
    color: jpegColor,
  };
  const at = { x: 0, y: 0 };
  encoder.samples.place(strip, source, { ...at, ...size }, at, noTurn);
  encoder.samples.finish(strip, null);
  return strip;
}

/** Tokens of these rows when they are a strip of their own. */
function tokensOf(from: number, to: number): Uint8Array {
  const strip = stripOf(from, to);
  encoder.setQuality(quality, chroma);
  return encoder.tokenize(strip, from / 16, to === height);
}

const samplesOf = (rows: readonly ResampledRows[]) => rows.map(({ data }) => data);

describe('a strip that ends between rows of MCUs', () => {
  test('is coded from the first whole one to the last, and gives back what lies above and below', () => {
    const coding = { encoder, quality, chroma, last: false } as const;
    const { coded, above, below } = codeStripRows(stripOf(6, 300), 6, coding)!;
    expect([coded.from, coded.to]).toEqual([16, 288]);
    expect(samplesOf(above)).toEqual(rowsOf(6, 16));
    expect(samplesOf(below)).toEqual(rowsOf(288, 300));
    expect(below.map(({ first }) => first)).toEqual([288, 144, 144]);
    expect(coded.tokens).toEqual(tokensOf(16, 288));
  });

  test('is given back whole where little lies between', () => {
    const coding = { encoder, quality, chroma, last: false } as const;
    expect(codeStripRows(stripOf(6, 140), 6, coding)).toBeNull();
  });

  test('of another size is coded from where all components are whole', () => {
    const rows = rowsOf(0, height).map((data, at): ResampledRows => {
      // Chroma is complete two rows later than luma.
      const [first, end] = at === 0 ? [14, 410] : [10, 204];
      const { columns } = components[at]!;
      const open = [{ first: first - 1, sums: new Int32Array(columns) }];
      return { first, data: data.slice(first * columns, end * columns), open };
    });
    const size = { width, height };
    const { coded, above, below } = codeResampledRows(rows, size, { encoder, quality, chroma })!;
    expect([coded.from, coded.to]).toEqual([32, 400]);
    expect(
      above.map(({ first, data }, at) => [first, data.length / components[at]!.columns]),
    ).toEqual([
      [14, 18],
      [10, 6],
      [10, 6],
    ]);
    expect(above.map(({ open }) => open.length)).toEqual([1, 1, 1]);
    expect(samplesOf(below)).toEqual([
      planes[0]!.slice(400 * width, 410 * width),
      ...[1, 2].map((at) => planes[at]!.slice(200 * 35, 204 * 35)),
    ]);
    expect(coded.tokens).toEqual(tokensOf(32, 400));
  });

  test.each([
    ['from its first row on', 0, { width: 68, height: 293 }],
    ['up to the last of the picture', 40, { width: 67, height: 292 }],
  ])(
    'of which a part is shown is coded as its samples are: %s',
    (_, top, { width: shown, height: rows }) => {
      const corner = { x: 1, y: 3 };
      const size = { width: shown, height: top + rows };
      const columns = [shown, Math.ceil(shown / 2), Math.ceil(shown / 2)];
      const lumaRows = Array.from({ length: rows }, (__, row) =>
        planes[0]!.slice(
          (6 + corner.y + row) * width + 1,
          (6 + corner.y + row) * width + 1 + shown,
        ),
      );
      // The chroma samples were moved, so they are copies; two rows are still incomplete sums.
      const color = [1, 2].map((at): ResampledRows => ({
        first: top / 2 + 2,
        data: planes[at]!.slice(0, (Math.ceil(rows / 2) - 2) * columns[at]!),
        open: [{ first: top / 2, sums: new Int32Array(2 * columns[at]!) }],
      }));
      const luma = { first: top, data: joinBytes(lumaRows), open: [] };
      const coding = { encoder, quality, chroma } as const;
      const expected = codeResampledRows(structuredClone([luma, ...color]), size, coding)!;
      const strip = stripOf(6, 6 + corner.y + rows);
      expect(codeMovedRows(strip, corner, top, structuredClone(color), size, coding)).toEqual(
        expected,
      );
      expect(expected.coded.to - expected.coded.from).toBeGreaterThan(200);
    },
  );
});

test('rows that are coded come in their place among the parts that are not', () => {
  const collecting: Collecting = { width, height, chroma, resampling: null };
  const edges = [6, 300, height];
  const strips = [0, ...edges.slice(0, -1)].map((top, at) => {
    const end = edges[at]!;
    const coding = { encoder, quality, chroma, last: end === height } as const;
    const coded = codeStripRows(stripOf(top, end), top, coding);
    if (coded) {
      return [
        { rows: coded.above, coded: coded.coded },
        { rows: coded.below, coded: null },
      ];
    }
    const rows = rowsOf(top, end).map((data, component): ResampledRows => ({
      first: top / components[component]!.down,
      data,
      open: [],
    }));
    return [{ rows, coded: null }];
  });
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const collector = new SampleCollector(collecting, quality, strips.length);
    const items = order.flatMap((index) => collector.add(index, structuredClone(strips[index]!)));
    const ranges = items.map((item) => {
      if (!isPart(item)) return [item.from, item.to];
      const from = item.task.firstMcuRow * 16;
      expect(item.planes.planes).toEqual(rowsOf(from, from + item.task.rows));
      return [from, from + item.task.rows];
    });
    expect(ranges).toEqual([
      [0, 16],
      [16, 288],
      [288, 304],
      [304, 528],
      [528, 530],
    ]);
  }
});
