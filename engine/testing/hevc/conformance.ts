// Compares the HEVC decoder, sample by sample, with everything else that knows the right samples:
// x265's own reconstruction, ffmpeg, libde265 and, where it is installed as TAppDecoder, HM.
//
//   node engine/testing/hevc/conformance.ts [--streams 360] [--random 300] [--free 300] [--corpus folder]
//
// Streams are made by x265 over its options, and at random for the tools that x265 lacks: some that
// one of ffmpeg and libde265 decodes rightly at least, and free ones that only HM can judge. With a
// folder, every HEVC item of every HEIF file in it is decoded as well. Ends with 1 when a picture
// differs from all references, or from HM, or is refused although the reference decodes it as a still.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EngineError } from '../../src/errors.ts';
import { readHeif } from '../../src/heif/file.ts';
import { HevcDecoder } from '../../src/hevc/decoder.ts';
import { compiledModule } from '../wasm.ts';
import { chooseFreely } from './random-parameters.ts';
import { randomStream } from './random-stream.ts';
import { decodeByOthers, hashOf, isInstalled, referenceSoftware } from './references.ts';
import { emptyConfiguration, fromByteStream, rawFrame, toByteStream } from './streams.ts';
import { encodeByX265, x265Recipes } from './x265.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '360' },
    random: { type: 'string', default: '300' },
    free: { type: 'string', default: '300' },
    corpus: { type: 'string' },
  },
});
const decoder = new HevcDecoder(await compiledModule('hevc'));
const counts = new Map<string, number>();
let failures = 0;

function count(outcome: string): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}

function fail(name: string, outcome: string): void {
  failures++;
  console.log(`${outcome}: ${name}`);
}

function compare(
  name: string,
  hvcC: Uint8Array,
  data: Uint8Array,
  references: ReadonlyMap<string, Uint8Array>,
): void {
  let hash: string;
  try {
    hash = hashOf(rawFrame(decoder.decode(hvcC, data)));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const outcome = error.feature ?? error.code;
    count(`${outcome}, ${references.size} others decode it`);
    if (references.size > 0 && outcome !== 'hevc-inter-slice') fail(name, error.message);
    return;
  }
  const comparisons = [...references].map(([reference, frame]) => ({
    reference,
    same: hashOf(frame) === hash,
  }));
  const differing = comparisons.filter(({ same }) => !same).map(({ reference }) => reference);
  if (comparisons.length === 0) count('decoded, no reference decodes it');
  else if (differing.length === 0)
    count(`same as ${comparisons.map((v) => v.reference).join(', ')}`);
  else if (differing.length < comparisons.length) {
    const agreeing = comparisons.filter(({ same }) => same).map(({ reference }) => reference);
    count(`same as ${agreeing.join(', ')}, which differ from ${differing.join(', ')}`);
    // The encoder knows best what it meant, and the standard's own software what it means.
    for (const judge of ['x265', referenceSoftware]) {
      if (differing.includes(judge)) fail(name, `differs from ${judge}`);
    }
  } else fail(name, `differs from ${differing.join(', ')}`);
}

for (const recipe of x265Recipes(Number(values.streams))) {
  const encoded = encodeByX265(recipe);
  if (!encoded) {
    count('x265 does not make it');
    continue;
  }
  const references = decodeByOthers(encoded.stream);
  if (encoded.reconstruction) references.set('x265', encoded.reconstruction);
  compare(recipe.name, emptyConfiguration, fromByteStream(encoded.stream), references);
}

for (let seed = 1; seed <= Number(values.random); seed++) {
  const { stream } = randomStream(seed);
  const data = fromByteStream(stream);
  compare(`random stream ${seed}`, emptyConfiguration, data, decodeByOthers(stream));
}

if (isInstalled(referenceSoftware)) {
  for (let seed = 1; seed <= Number(values.free); seed++) {
    const { stream } = randomStream(seed, chooseFreely);
    compare(
      `free stream ${seed}`,
      emptyConfiguration,
      fromByteStream(stream),
      decodeByOthers(stream),
    );
  }
} else count(`no ${referenceSoftware}: free streams left out`);

const files = values.corpus
  ? readdirSync(values.corpus, { recursive: true, encoding: 'utf8' }).sort()
  : [];
for (const path of files.filter((each) => /\.(heic|heif|hif)$/i.test(each))) {
  let items: { hvcC: Uint8Array; data: Uint8Array; id: number }[] = [];
  try {
    const file = readHeif(readFileSync(join(values.corpus!, path)));
    items = [...(file?.items.values() ?? [])].flatMap((item) => {
      const found = item.properties.find(({ property }) => property.kind === 'hevc-configuration');
      if (item.type !== 'hvc1' || found?.property.kind !== 'hevc-configuration') return [];
      try {
        return [{ hvcC: found.property.bytes, data: item.data(), id: item.id }];
      } catch {
        count('item data missing');
        return [];
      }
    });
  } catch {
    count('file not readable');
  }
  for (const { hvcC, data, id } of items) {
    let references = new Map<string, Uint8Array>();
    try {
      references = decodeByOthers(toByteStream(hvcC, data));
    } catch {
      // NAL units that cannot even be separated are our decoder's to refuse.
    }
    compare(`${path} item ${id}`, hvcC, data, references);
  }
}

for (const [outcome, number] of counts) console.log(`${String(number).padStart(5)}  ${outcome}`);
if (failures > 0) {
  console.log(`${failures} failed`);
  process.exitCode = 1;
}
