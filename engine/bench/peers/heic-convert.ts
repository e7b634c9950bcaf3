// Converts a folder as the pages of heic-convert show it: node heic-convert.ts FROM TO
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import convert from 'heic-convert';

const [from = '', to = ''] = process.argv.slice(2);
for (const name of await readdir(from)) {
  const buffer = await readFile(join(from, name));
  const result = await convert({ buffer, format: 'JPEG', quality: 0.92 });
  await writeFile(join(to, `${name}.jpg`), new Uint8Array(result));
}
