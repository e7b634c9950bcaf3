import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findImportCycles,
  findViolations,
  layeredFolders,
  readImports,
  webRooms,
} from './imports.ts';

const root = join(import.meta.dirname, '..');
const workspaces = ['engine', 'contract', 'server', 'web', 'e2e'];

test('no file imports against the directions of the house', () => {
  const files = readImports(root, workspaces);
  expect(files.length).toBeGreaterThan(10);
  expect(findViolations(files)).toEqual([]);
});

test('no file and no folder of the engine or the site imports itself by way of others', () => {
  expect(findImportCycles(readImports(root, workspaces))).toEqual([]);
});

test('whoever starts a worker imports it', () => {
  const starter = 'engine/src/run/create-pool.ts';
  const found = readImports(root, workspaces).find(({ file }) => file === starter);
  expect(found?.imports).toContain('engine/src/run/workers/worker.ts');
});

test('a cycle of files or folders is reported', () => {
  const planes = { file: 'engine/src/planes/planes.ts', imports: ['engine/src/wasm/load.ts'] };
  const load = { file: 'engine/src/wasm/load.ts', imports: ['engine/src/wasm/files.ts'] };
  const files = { file: 'engine/src/wasm/files.ts', imports: [] };
  expect(findImportCycles([planes, load, files])).toEqual([]);
  const sampling = 'engine/src/planes/sampling.ts';
  expect(
    findImportCycles([
      planes,
      load,
      { ...files, imports: [sampling] },
      { file: sampling, imports: [] },
    ]),
  ).toEqual(['engine/src/planes, engine/src/wasm']);
  expect(findImportCycles([planes, { ...load, imports: [planes.file] }])).toHaveLength(2);
});

test('a cycle is reported on the site and between files of the server', () => {
  const converter = { file: 'web/src/features/convert/converter.tsx', imports: [] };
  const workspace = 'web/src/features/convert/workspace/workspace.tsx';
  const tools = 'web/src/features/convert/tools.ts';
  // What stands beside rooms is one of them: some use it, and it uses others.
  expect(
    findImportCycles([
      { ...converter, imports: [workspace] },
      { file: workspace, imports: [tools] },
      { file: tools, imports: [] },
    ]),
  ).toEqual([]);
  expect(
    findImportCycles([
      { file: workspace, imports: [tools] },
      { file: tools, imports: [workspace] },
    ]),
  ).not.toEqual([]);
  const [open, ping] = ['server/src/database/open.ts', 'server/src/database/ping.ts'];
  expect(
    findImportCycles([
      { file: open, imports: [ping] },
      { file: ping, imports: [open] },
    ]),
  ).toEqual([`${open}, ${ping}`]);
});

test.each([
  ['server/src/app.ts', '@stillpix/web'],
  ['server/src/app.ts', '@stillpix/engine'],
  ['web/src/api/client.ts', '@stillpix/server'],
  ['web/src/api/client.ts', 'server/src/app.ts'],
  ['engine/src/run/pool.ts', '@stillpix/contract'],
  ['engine/src/planes/planes.ts', 'engine/src/heif/describe-picture.ts'],
  ['engine/src/utils/strings.ts', 'engine/src/errors.ts'],
  ['contract/src/index.ts', '@stillpix/engine'],
  ['web/src/features/convert/list.tsx', 'engine/src/run/pool.ts'],
  ['web/src/features/convert/list.tsx', 'web/src/features/billing/plan.ts'],
  ['web/src/ui/button.tsx', 'web/src/features/convert/list.tsx'],
  ['web/src/features/convert/list.tsx', 'web/src/routes/home.tsx'],
  ['web/src/features/convert/list.tsx', 'web/src/islands/home.tsx'],
  ['web/src/islands/home.tsx', 'web/src/routes/home.tsx'],
  ['web/src/site/pages/pages.ts', 'web/src/site/shell/header.tsx'],
  ['web/src/site/pages/pages.ts', 'web/src/i18n/messages.ts'],
  ['web/src/site/header.tsx', 'web/src/site/pages/pages.ts'],
])('%s importing %s is reported', (file, target) => {
  expect(findViolations([{ file, imports: [target] }])).toHaveLength(1);
});

test.each([
  ['web/src/routes/home.tsx', 'web/src/features/convert/list.tsx'],
  ['web/src/features/convert/list.tsx', '@stillpix/engine'],
  ['engine/src/run/workers/worker.ts', 'engine/src/convert/pipeline.ts'],
  ['web/src/features/convert/list.tsx', 'web/src/ui/button.tsx'],
  ['web/src/site/shell/header.tsx', 'web/src/site/pages/pages.ts'],
  ['server/src/app.ts', '@stillpix/contract'],
  ['e2e/tests/convert.spec.ts', 'engine/fixtures/fixtures.ts'],
])('%s importing %s is in order', (file, target) => {
  expect(findViolations([{ file, imports: [target] }])).toEqual([]);
});

test('every room in the lists of rooms exists', () => {
  const rooms = [
    ...Object.entries(layeredFolders).flatMap(([folder, own]) =>
      own.map((room) => `${folder}/${room}`),
    ),
    ...webRooms.map((room) => `web/src/${room}`),
  ];
  expect(rooms.filter((room) => !existsSync(join(root, room)))).toEqual([]);
});

test("the diagram of the engine has all its rooms, and arrows where one imports another's files", () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(text) ?? [];
  const boxes = new Map(
    [...diagram.matchAll(/(\w+)\["([^":]+)/g)].map(([, id = '', rooms = '']) => [
      id,
      rooms.split(', '),
    ]),
  );
  const folders = readdirSync(join(root, 'engine/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const files = ['options', 'errors', 'geometry'];
  expect([...boxes.values()].flat().toSorted()).toEqual([...folders, ...files].toSorted());

  const sources = readImports(root, ['engine']).filter(({ file }) => !/\.test\.tsx?$/.test(file));
  const isIn = (file: string, box: string) =>
    boxes.get(box)!.includes(/^engine\/src\/([^/.]+)/.exec(file)?.[1] ?? '');
  const arrows = [...diagram.matchAll(/^ +(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(
    ([, from = '', to = '']) => [from, to] as const,
  );
  expect(arrows).toHaveLength(diagram.match(/-->/g)!.length);
  const wrong = arrows.filter(
    ([from, to]) =>
      !sources.some(
        ({ file, imports }) => isIn(file, from) && imports.some((target) => isIn(target, to)),
      ),
  );
  expect(wrong).toEqual([]);
});

test('every path that ARCHITECTURE.md names exists', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.\w+))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
