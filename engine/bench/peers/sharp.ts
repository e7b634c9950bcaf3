// Converts a folder with sharp, as many at a time as there are cores: node sharp.ts FROM TO
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const [from = '', to = ''] = process.argv.slice(2);
const names = await readdir(from);
// One thread a picture, and as many pictures as cores: what is fastest for many.
sharp.concurrency(1);
async function work(): Promise<void> {
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const picture = sharp(join(from, name)).autoOrient().keepMetadata().keepIccProfile();
    await picture.jpeg({ quality: 92 }).toFile(join(to, `${name}.jpg`));
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
