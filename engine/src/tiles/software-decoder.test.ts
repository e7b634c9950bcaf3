import { beforeEach, describe, expect, test, vi } from 'vitest';
import { refusedTools, writeParameterSets } from '../../testing/hevc/parameter-sets.ts';
import { chooseParameters, type RandomParameters } from '../../testing/hevc/random-parameters.ts';
import { hashOf } from '../../testing/hevc/references.ts';
import {
  emptyConfiguration,
  fromByteStream,
  joinNalUnits,
  rawFrame,
} from '../../testing/hevc/streams.ts';
import { mutate, seededRandom } from '../../testing/mutate.ts';
import { EngineError } from '../errors.ts';
import { splitNalUnits } from '../hevc/nal-units.ts';
import type { DecodeTiles, CodedTile } from './coded-tile.ts';
import { decodeHevcTiles } from './software-decoder.ts';

import streams from '../../testing/hevc/fixtures/streams.json' with { type: 'json' };

/** Whether libheif's code was asked for, and the tiles it was given. */
const libheif = vi.hoisted(() => ({ loads: 0, tiles: [] as CodedTile[] }));

vi.mock('./libheif-decoder.ts', () => {
  libheif.loads++;
  const decodeTilesByLibheif: DecodeTiles = async (tiles) => {
    libheif.tiles.push(...tiles);
  };
  return { decodeTilesByLibheif };
});

vi.mock('../wasm/load.ts', async () => {
  const { compiledModule } = await import('../../testing/wasm.ts');
  return { loadWasm: () => compiledModule('hevc') };
});

beforeEach(() => {
  libheif.tiles = [];
});

/** An item without parameter sets in its configuration. */
function tileOf(data: Uint8Array): CodedTile {
  return {
    codec: 'hevc',
    configuration: emptyConfiguration,
    data,
    width: 256,
    height: 256,
    gray: false,
  };
}

async function hashesOf(data: readonly Uint8Array[]): Promise<string[]> {
  const hashes: string[] = [];
  await decodeHevcTiles(data.map(tileOf), data, (index, planes) => {
    hashes[index] = hashOf(rawFrame(planes));
  });
  return hashes;
}

const good = streams.map(({ stream }) => fromByteStream(Buffer.from(stream, 'base64')));
const parameters: RandomParameters = {
  ...chooseParameters(seededRandom(1)),
  chroma: 3,
  pcm: null,
  tileColumns: [0, 1],
  tileRows: [0, 1],
};

/** A slice that may refer to others, made of one that may not. */
function withInterSlice(data: Uint8Array): Uint8Array {
  const units = [...splitNalUnits(Uint8Array.from(data), 4)];
  const slice = units.find((unit) => unit[0]! >> 1 < 32)!;
  // After the two header bytes: first_slice 1, no_output 0, PPS 0 as '1', slice_type 2 as '011'.
  slice[2] = (slice[2]! & 0b11100011) | 0b00010000;
  return joinNalUnits(units);
}

const refused: [what: string, data: Uint8Array][] = [
  ['an inter slice', withInterSlice(good[0]!)],
  ['samples of 13 bits', joinNalUnits(writeParameterSets({ ...parameters, depthLuma: 13 }))],
  ['chroma of 16 bits', joinNalUnits(writeParameterSets({ ...parameters, depthChroma: 16 }))],
];
for (const tool of refusedTools) {
  refused.push([`the tool ${tool}`, joinNalUnits(writeParameterSets(parameters, tool))]);
}

describe('libheif', () => {
  test('is not even loaded for what the decoder takes', async () => {
    expect(await hashesOf(good)).toEqual(streams.map(({ hash }) => hash));
    expect(libheif.loads).toBe(0);
  });

  test.each(refused)('is asked for a tile with %s, and for no other', async (_, data) => {
    const hashes = await hashesOf([good[0]!, data, good[1]!]);
    expect(libheif.tiles.map((tile) => tile.data)).toEqual([data]);
    expect([hashes[0], hashes[2]]).toEqual([streams[0]!.hash, streams[1]!.hash]);
  });

  test('is not asked for damage', async () => {
    let failures = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const data = mutate(good[seed % good.length]!, seed);
      const error: unknown = await hashesOf([data]).catch((reason: unknown) => reason);
      if (!(error instanceof EngineError)) continue;
      expect(error.code).not.toBe('unsupported-feature');
      failures++;
    }
    expect(failures).toBeGreaterThan(50);
    // Damage may turn a picture into one with tools that are refused, which is libheif's to say.
    expect(libheif.tiles.length).toBeLessThan(10);
  });
});
