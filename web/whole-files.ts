import { glob, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';

/** The last chunk of every PNG (PNG specification, 11.2.5), with its checksum. */
const pngEnd = Buffer.from('49454e44ae426082', 'hex');

/** Whether a page or a picture is there to its end. */
export function isWhole(name: string, bytes: Buffer): boolean {
  if (name.endsWith('.png')) return bytes.subarray(-pngEnd.length).equals(pngEnd);
  return bytes
    .toString('utf8', Math.max(0, bytes.length - 64))
    .trimEnd()
    .endsWith('</html>');
}

/**
 * Draws pictures again that are cut off, and refuses pages that are: what React Router 8.4 draws comes
 * over a connection that now and then ends early, and is written as far as it came.
 */
export async function requireWholeFiles(buildDirectory: string): Promise<void> {
  const client = join(buildDirectory, 'client');
  let draw: ReturnType<typeof createRequestHandler> | null = null;
  for await (const name of glob('{og/**/*.png,**/*.html}', { cwd: client })) {
    const file = join(client, name);
    if (isWhole(name, await readFile(file))) continue;
    const server = pathToFileURL(resolve(buildDirectory, 'server', 'index.js')).href;
    draw ??= createRequestHandler(
      (await import(/* @vite-ignore */ server)) as ServerBuild,
      'production',
    );
    const again = await draw(new Request(`http://localhost/${name}`));
    const bytes = Buffer.from(await again.arrayBuffer());
    if (!name.endsWith('.png') || !isWhole(name, bytes)) throw new Error(`${file} is cut off`);
    await writeFile(file, bytes);
  }
}
