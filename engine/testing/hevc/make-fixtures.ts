// Writes the small streams that the unit tests decode, with the hashes of their samples as ffmpeg
// and libde265 agree on them. Needs x265, ffmpeg and libde265-examples.
//
//   node engine/testing/hevc/make-fixtures.ts
import { writeFileSync } from 'node:fs';
import { randomStream } from './random-stream.ts';
import { decodeByOthers, hashOf } from './references.ts';
import { encodeByX265, x265Recipes } from './x265.ts';

const wanted = 40;
const largest = 2500;

interface Fixture {
  name: string;
  /** MD5 of the planes without gaps. */
  hash: string;
  /** A byte stream in base64. */
  stream: string;
}

const fixtures: Fixture[] = [];

/** Takes a small stream on whose samples both decoders agree. */
function take(name: string, stream: Uint8Array): void {
  if (stream.length > largest) return;
  const frames = [...decodeByOthers(stream).values()].map(hashOf);
  if (frames.length < 2 || frames[0] !== frames[1]) return;
  fixtures.push({ name, hash: frames[0]!, stream: Buffer.from(stream).toString('base64') });
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
const file = new URL('fixtures/streams.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(fixtures, null, 1)}\n`);
console.log(`${fixtures.length} streams`);
