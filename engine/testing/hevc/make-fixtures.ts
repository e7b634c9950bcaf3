// Writes the small streams that the unit tests decode, with the hashes of their samples as ffmpeg
// and libde265 agree on them. Needs x265, ffmpeg and libde265-examples.
//
//   node engine/testing/hevc/make-fixtures.ts
import { writeFileSync } from 'node:fs';
import { decodeByOthers, hashOf } from './references.ts';
import { encodeByX265, x265Recipes } from './x265.ts';

const wanted = 40;
const largest = 2500;

const fixtures: { name: string; hash: string; stream: string }[] = [];
for (const recipe of x265Recipes(200)) {
  if (fixtures.length === wanted) break;
  if (recipe.width * recipe.height > 9000) continue;
  const encoded = encodeByX265(recipe);
  if (!encoded || encoded.stream.length > largest) continue;
  const frames = [...decodeByOthers(encoded.stream).values()].map(hashOf);
  if (frames.length < 2 || frames[0] !== frames[1]) continue;
  const stream = Buffer.from(encoded.stream).toString('base64');
  fixtures.push({ name: recipe.name, hash: frames[0]!, stream });
}
const file = new URL('fixtures/x265.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(fixtures, null, 1)}\n`);
console.log(`${fixtures.length} streams`);
