import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.(?:ts|tsx|js)$/.test(path) && !path.includes('.test.') ? [path] : [];
  });
}

const name = String.raw`\(\s*([^,()]+(?:\([^()]*\))?)\s*`;
const writes = {
  calls: new RegExp(`\\.setItem${name},`, 'g'),
  boot: new RegExp(`\\bwrite${name},`, 'g'),
};
const reads = {
  calls: new RegExp(`\\.getItem${name}\\)`, 'g'),
  boot: new RegExp(`\\bread${name}\\)`, 'g'),
};

interface Source {
  file: string;
  text: string;
}

const files: Source[] = listFiles(source).map((path) => ({
  file: relative(source, path),
  text: readFileSync(path, 'utf8'),
}));

const constantPattern = /const (\w+) = ('[^']*');/g;
const constants = (text: string) =>
  new Map([...text.matchAll(constantPattern)].map(([, key = '', value = '']) => [key, value]));
const shared = constants(files.map(({ text }) => text).join('\n'));

/** Names in browser storage used by calls of this kind. Constants are resolved to their values. */
function findNames({ file, text }: Source, { calls, boot }: typeof writes): string[] {
  const own = constants(text);
  // The boot script has short functions of its own for both.
  const found = [...text.matchAll(calls), ...(file.endsWith('boot.js') ? text.matchAll(boot) : [])];
  return found.map(([, expression = '']) => {
    const key = expression.trim();
    return own.get(key) ?? shared.get(key) ?? key;
  });
}

test('what is written to the browser’s storage is read somewhere', () => {
  const read = new Set(files.flatMap((each) => findNames(each, reads)));
  const written = files.flatMap((each) =>
    findNames(each, writes).map((key) => ({ file: each.file, key })),
  );
  expect(written.length).toBeGreaterThan(15);
  expect(written.filter(({ key }) => !read.has(key))).toEqual([]);
});
