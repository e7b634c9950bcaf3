// Writes the small streams that the unit tests decode, with the hashes of their samples as ffmpeg
// and libde265 agree on them, or as HM gives them where those two err. Needs x265, ffmpeg,
// libde265-examples and HM.
//
//   node engine/testing/hevc/make-fixtures.ts
import { writeFileSync } from 'node:fs';
import { chooseFreely } from './random-parameters.ts';
import { randomStream } from './random-stream.ts';
import { decodeByOthers, hashOf, referenceSoftware } from './references.ts';
import { encodeByX265, x265Recipes } from './x265.ts';

const wanted = 40;
const largest = 2500;

/**
 * Found by changing constants and conditions of the decoder one by one: of each change that shows at
 * all, two of these streams tell.
 */
const freeSeeds = [
  67, 103, 342, 461, 624, 851, 916, 1040, 1051, 1081, 1120, 1208, 1345, 1459, 1488, 1594, 1712,
  1737, 2776, 3092, 3823, 4080, 4128, 4337, 4893,
];

interface Fixture {
  name: string;
  /** MD5 of the planes without gaps. */
  hash: string;
  /** A byte stream in base64. */
  stream: string;
}

const fixtures: Fixture[] = [];

/** Takes a small stream on whose samples the decoders agree. */
function take(name: string, stream: Uint8Array): void {
  if (stream.length > largest) return;
  const frames = [...decodeByOthers(stream).values()].map(hashOf);
  if (frames.length < 2 || frames.some((hash) => hash !== frames[0])) return;
  keep(name, stream, frames[0]!);
}

function keep(name: string, stream: Uint8Array, hash: string): void {
  fixtures.push({ name, hash, stream: Buffer.from(stream).toString('base64') });
}

for (const recipe of x265Recipes(200)) {
  if (fixtures.length === wanted) break;
  if (recipe.width * recipe.height > 9000) continue;
  const encoded = encodeByX265(recipe);
  if (encoded) take(`x265 ${recipe.name}`, encoded.stream);
}
for (let seed = 1; fixtures.length < 2 * wanted; seed++) {
  take(`random ${seed}`, randomStream(seed).stream);
}
for (const seed of freeSeeds) {
  const { stream } = randomStream(seed, chooseFreely);
  const frame = decodeByOthers(stream).get(referenceSoftware);
  if (!frame) throw new Error(`${referenceSoftware} gives no picture for seed ${seed}`);
  keep(`free ${seed}`, stream, hashOf(frame));
}
const file = new URL('fixtures/streams.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(fixtures, null, 1)}\n`);
console.log(`${fixtures.length} streams`);
