// `npm run corpus`: every file of the corpus through the engine in Chromium, judged against native tools.
// `--format png` and `--format webp` ask for results without loss.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, corpusFolder } from '../testing/folders.ts';
import { folders, type Folder } from './expectations.ts';
import { resultFormats, runCorpus, type FileResult } from './run-corpus.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    only: { type: 'string' },
    format: { type: 'string', default: 'jpeg' },
    detail: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

function isFolder(name: string): name is Folder {
  return (folders as readonly string[]).includes(name);
}

function listFiles(): string[] {
  const wanted = (values.folder ?? [...folders]).filter(isFolder);
  const names = wanted.flatMap((folder) =>
    readdirSync(join(corpusFolder, folder)).map((file) => `${folder}/${file}`),
  );
  return names.filter((name) => !values.only || name.includes(values.only)).sort();
}

function printTable(results: FileResult[]): void {
  const columns = ['right', 'refused', 'wrong', 'hung'] as const;
  console.log(
    `\n${'folder'.padEnd(14)}${'files'.padStart(6)}${columns.map((c) => c.padStart(9)).join('')}   asked`,
  );
  for (const folder of folders) {
    const rows = results.filter((result) => result.name.startsWith(`${folder}/`));
    if (rows.length === 0) continue;
    const counts = columns.map((column) => rows.filter((row) => row.ending === column).length);
    const met = rows.filter((row) => row.asked).length;
    const asked = met === rows.length ? 'reached' : `${rows.length - met} short`;
    const cells = counts.map((count) => String(count).padStart(9)).join('');
    console.log(`${folder.padEnd(14)}${String(rows.length).padStart(6)}${cells}   ${asked}`);
  }
}

if (!existsSync(corpusFolder)) {
  console.log('There is no corpus beside the project, so nothing was converted.');
  process.exit(0);
}
const resultFolder = join(cacheFolder, 'corpus-results');
await rm(resultFolder, { recursive: true, force: true });
await mkdir(resultFolder, { recursive: true });
const format = resultFormats.find((name) => name === values.format) ?? 'jpeg';
const say = (line: string) => console.log(line);
const results = await runCorpus(listFiles(), resultFolder, say, format);
for (const result of results) {
  if (!result.asked || result.metadata.length > 0 || values.detail) {
    const lost = result.metadata.length > 0 ? ` [metadata: ${result.metadata.join(', ')}]` : '';
    const milliseconds = `${Math.round(result.milliseconds)} ms`;
    console.log(
      `${result.asked ? ' ' : '!'} ${result.ending.padEnd(8)}${result.name}  ${milliseconds}  ${result.detail}${lost}`,
    );
  }
}
printTable(results);
await writeFile(join(cacheFolder, 'corpus.json'), JSON.stringify(results, null, 2));
if (!values.keep) await rm(resultFolder, { recursive: true, force: true });
const short = results.filter((result) => !result.asked || result.metadata.length > 0).length;
console.log(short === 0 ? '\nAll as asked.' : `\n${short} files fall short.`);
process.exit(short === 0 ? 0 : 1);
