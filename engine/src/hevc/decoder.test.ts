import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import streams from '../../testing/hevc/fixtures/streams.json' with { type: 'json' };
import { writeParameterSets } from '../../testing/hevc/parameter-sets.ts';
import { chooseParameters } from '../../testing/hevc/random-parameters.ts';
import { decodeByOthers, hashOf, isInstalled } from '../../testing/hevc/references.ts';
import {
  emptyConfiguration,
  fromByteStream,
  joinNalUnits,
  rawFrame,
} from '../../testing/hevc/streams.ts';
import { encodeByX265, x265Recipes } from '../../testing/hevc/x265.ts';
import { mutate, seededRandom } from '../../testing/mutate.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { EngineError } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { HevcDecoder } from './decoder.ts';
import { splitNalUnits } from './nal-units.ts';

let module: WebAssembly.Module;
let decoder: HevcDecoder;

beforeAll(async () => {
  module = await compiledModule('hevc');
  decoder = new HevcDecoder(module);
});

function dataOf(base64: string): Uint8Array {
  return fromByteStream(Buffer.from(base64, 'base64'));
}

function hashOfPicture(data: Uint8Array): string {
  return hashOf(rawFrame(decoder.decode(emptyConfiguration, data)));
}

function errorOf(work: () => unknown): EngineError {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** The hvcC of a stream's own parameter sets, and the rest of its data. */
function separateConfiguration(data: Uint8Array): { hvcC: Uint8Array; slices: Uint8Array } {
  const units = [...splitNalUnits(data, 4)];
  const isSet = (unit: Uint8Array): boolean => unit[0]! >> 1 >= 32 && unit[0]! >> 1 <= 34;
  const arrays = units.filter(isSet).map((unit) => {
    const head = Buffer.from([unit[0]! >> 1, 0, 1, 0, 0]);
    head.writeUInt16BE(unit.length, 3);
    return Buffer.concat([head, unit]);
  });
  const head = Buffer.from(emptyConfiguration);
  head[22] = arrays.length;
  return {
    hvcC: Buffer.concat([head, ...arrays]),
    slices: joinNalUnits(units.filter((unit) => !isSet(unit))),
  };
}

describe('the samples are those that ffmpeg and libde265 give', () => {
  test.each(streams.map(({ name, hash, stream }) => [name, hash, stream] as const))(
    '%s',
    (_, hash, stream) => {
      expect(hashOfPicture(dataOf(stream))).toBe(hash);
    },
  );
});

describe('rows that are said to be done', () => {
  test('are those of the whole picture, in every stream', () => {
    let early = 0;
    for (const { name, stream } of streams) {
      const heard: { planes: Planes; rows: number }[] = [];
      const whole = decoder.decode(
        emptyConfiguration,
        dataOf(stream),
        undefined,
        (planes, rows) => {
          const copies = planes.planes.map((plane) => plane.slice());
          heard.push({ planes: { ...planes, planes: copies }, rows });
        },
      );
      for (const { planes, rows } of heard) {
        if (rows < whole.height) early++;
        planes.planes.forEach((plane, component) => {
          const halved = component > 0 && whole.chroma === '4:2:0';
          const samples = (halved ? rows >> 1 : rows) * whole.strides[component]!;
          const upTo = (each: Planes['planes'][number]) => {
            const { buffer, byteOffset, byteLength } = each.subarray(0, samples);
            return new Uint8Array(buffer, byteOffset, byteLength);
          };
          const same = Buffer.compare(upTo(plane), upTo(whole.planes[component]!));
          expect(same, `${name}, ${rows} rows`).toBe(0);
        });
      }
    }
    expect(early).toBeGreaterThan(10);
  });
});

const hasReferences = ['x265', 'ffmpeg'].every((program) => isInstalled(program));

describe.skipIf(!hasReferences)('streams made on the spot', () => {
  test('decode to the samples that another decoder gives', { timeout: 60_000 }, () => {
    let compared = 0;
    for (const recipe of x265Recipes(52).slice(40)) {
      const encoded = encodeByX265(recipe);
      if (!encoded) continue;
      const hashes = [...decodeByOthers(encoded.stream).values()].map(hashOf);
      expect(hashes, recipe.name).toContain(hashOfPicture(fromByteStream(encoded.stream)));
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

describe('the decoder', () => {
  const fixture = streams[0]!;

  test('takes parameter sets from the configuration as well as from the data', () => {
    const { hvcC, slices } = separateConfiguration(dataOf(fixture.stream));
    const planes = decoder.decode(hvcC, slices);
    expect(hashOf(rawFrame(planes))).toBe(fixture.hash);
  });

  test('gives the first picture when there are more', () => {
    const twice = Buffer.concat([dataOf(fixture.stream), dataOf(streams[1]!.stream)]);
    expect(hashOfPicture(twice)).toBe(fixture.hash);
  });

  test('takes a picture parameter set that comes before that of its sequence', () => {
    const units = [...splitNalUnits(dataOf(fixture.stream), 4)];
    const isPicture = (unit: Uint8Array): boolean => unit[0]! >> 1 === 34;
    const turned = [...units.filter(isPicture), ...units.filter((unit) => !isPicture(unit))];
    expect(hashOfPicture(joinNalUnits(turned))).toBe(fixture.hash);
  });

  test('looks no further when the picture is complete', () => {
    const data = Buffer.concat([dataOf(fixture.stream), Buffer.from([255, 255, 255, 255, 1])]);
    expect(hashOfPicture(data)).toBe(fixture.hash);
  });

  test('refuses a huge picture of which there are only a few bytes', () => {
    const sets = writeParameterSets({
      ...chooseParameters(seededRandom(5)),
      width: 16_384,
      height: 16_384,
      log2Ctb: 6,
      chroma: 1,
      depthLuma: 8,
      depthChroma: 8,
      tileColumns: [0, 256],
      tileRows: [0, 256],
      wavefronts: false,
      nalType: 19,
      sao: false,
      sliceOffsets: false,
      chromaOffsets: null,
      acrossSlices: false,
      deblocking: null,
    });
    // first_slice 1, no_output 0, PPS 0 as '1', slice_type 2 as '011', slice_qp_delta 0 as '1', and
    // the bit before the slice's data.
    const slice = Uint8Array.of(19 << 1, 1, 0b10101111, ...new Uint8Array(50).fill(0x55));
    const data = joinNalUnits([...sets, slice]);
    const error = errorOf(() => decoder.decode(emptyConfiguration, data));
    expect(error).toMatchObject({ code: 'corrupt-file', message: expect.stringMatching('data') });
  });

  test('refuses a picture that is far bigger than its item says, before decoding it', () => {
    const { stream, name } = streams.find((each) => each.name.includes(' 34x258 '))!;
    const data = dataOf(stream);
    const decode = (claimed: { width: number; height: number }): unknown =>
      decoder.decode(emptyConfiguration, data, claimed);
    expect(decode({ width: 33, height: 257 }), name).toMatchObject({ width: 34, height: 258 });
    expect(errorOf(() => decode({ width: 34, height: 64 })).code).toBe('corrupt-file');
  });

  test('ignores units of other layers and unknown kinds', () => {
    const other = Buffer.from([0x2a, 0x09, 0xff, 0xff, 0xff]);
    const unknown = Buffer.from([0x60, 0x01, 0xff]);
    const units = [...splitNalUnits(dataOf(fixture.stream), 4)];
    const data = joinNalUnits([other, unknown, ...units.flatMap((unit) => [unit, other])]);
    expect(hashOfPicture(data)).toBe(fixture.hash);
  });

  test('refuses a slice of a picture that depends on others by name', () => {
    const data = dataOf(fixture.stream);
    const units = [...splitNalUnits(data, 4)];
    const slice = units.find((unit) => unit[0]! >> 1 < 32)!;
    // After the two header bytes: first_slice 1, no_output 0, PPS 0 as '1', slice_type 2 as '011'.
    slice[2] = (slice[2]! & 0b11100011) | 0b00010000;
    expect(errorOf(() => decoder.decode(emptyConfiguration, data))).toMatchObject({
      code: 'unsupported-feature',
      feature: 'hevc-inter-slice',
    });
  });

  test('says corrupt-file when slice data is missing', () => {
    const data = dataOf(fixture.stream);
    expect(errorOf(() => decoder.decode(emptyConfiguration, new Uint8Array(0))).code).toBe(
      'corrupt-file',
    );
    for (let length = 0; length < data.length - 40; length += 7) {
      const cut = data.subarray(0, length);
      expect(errorOf(() => decoder.decode(emptyConfiguration, cut)).code).toBe('corrupt-file');
    }
  });

  test('keeps its memory for a small picture small', () => {
    const own = new HevcDecoder(module);
    const planes = own.decode(emptyConfiguration, dataOf(fixture.stream));
    expect(planes.planes[0]!.buffer.byteLength).toBeLessThan(1 << 20);
  });
});

describe('a trap', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is corrupt-file, and the instance that trapped is not used again', () => {
    const { stream, hash } = streams[0]!;
    const own = new HevcDecoder(module);
    const Instance = WebAssembly.Instance;
    const made: { calls: number }[] = [];
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(function (this: unknown, ...args) {
      const use = { calls: 0 };
      made.push(use);
      const { exports } = new Instance(...args);
      const decodeSlice = (size: number): unknown => {
        use.calls++;
        if (made.length === 1) throw new WebAssembly.RuntimeError('unreachable');
        return (exports.decodeSlice as (size: number) => unknown)(size);
      };
      return { exports: { ...exports, decodeSlice } };
    });
    const decode = (): unknown => own.decode(emptyConfiguration, dataOf(stream));
    const error = errorOf(decode);
    expect(error).toMatchObject({ code: 'corrupt-file' });
    expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
    const planes = own.decode(emptyConfiguration, dataOf(stream));
    expect(hashOf(rawFrame(planes))).toBe(hash);
    decode();
    expect(made.map(({ calls }) => calls > 0)).toEqual([true, true]);
    expect(made[0]!.calls).toBe(1);
  });
});

test('damaged streams end in a picture or an EngineError, and the decoder works on', () => {
  for (let seed = 1; seed <= 1500; seed++) {
    const { stream } = streams[seed % streams.length]!;
    const data = mutate(dataOf(stream), seed);
    const start = performance.now();
    let thrown: unknown = null;
    try {
      decoder.decode(emptyConfiguration, data);
    } catch (error) {
      thrown = error;
    }
    expect(
      thrown === null || thrown instanceof EngineError,
      `seed ${seed}: ${String(thrown)}`,
    ).toBe(true);
    expect(performance.now() - start, `seed ${seed}`).toBeLessThan(5000);
  }
  expect(hashOfPicture(dataOf(streams[0]!.stream))).toBe(streams[0]!.hash);
});
