import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../web/build/client', import.meta.url));

const isText = (name: string) => /\.(html|js|css|json|webmanifest)$/.test(name);

/**
 * The built site as another version of it: the same, with another stamp in its service worker, on its
 * home page and in the names of the scripts that are fetched late.
 */
export function copySite(stamp: string): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'stillpix-site-'));
  cpSync(built, root, { recursive: true });
  const late = readdirSync(join(root, 'assets')).filter((name) =>
    /^crop-dialog-.*\.js$/.test(name),
  );
  const renamed = late.map((name) => ({
    name,
    next: name.replace('crop-dialog-', `crop-dialog-${stamp}-`),
  }));
  for (const { name, next } of renamed)
    renameSync(join(root, 'assets', name), join(root, 'assets', next));
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !isText(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    let next = text;
    for (const { name, next: to } of renamed) next = next.replaceAll(name, to);
    if (entry.name === 'service-worker.js')
      next = next.replace(/version:[`"']\w+[`"']/, `version:"${stamp}"`);
    next = next.replace('<body>', `<body data-version="${stamp}">`);
    if (next !== text) writeFileSync(path, next);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
