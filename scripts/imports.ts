import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A source file and what it imports, both as paths from the project's root or as package names. */
export interface FileImports {
  file: string;
  imports: string[];
}

const notSource = new Set(['node_modules', 'build', 'dist', 'data']);

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    // Tests that run beside this one keep hidden folders of their own for a moment.
    if (name.startsWith('.') || notSource.has(name)) return [];
    const path = join(folder, name);
    if (entry.isDirectory()) return listSources(path);
    return /\.(ts|tsx|mjs)$/.test(name) ? [path] : [];
  });
}

// A worker is imported by its address.
const importPattern =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew Worker\(\s*new URL\(\s*)['"]([^'"\n]+)['"]/g;

/** Reads every import of the given workspaces; relative ones are resolved to paths from `root`. */
export function readImports(root: string, workspaces: readonly string[]): FileImports[] {
  return workspaces
    .map((workspace) => join(root, workspace))
    .filter((folder) => existsSync(folder))
    .flatMap(listSources)
    .map((path) => ({
      file: relative(root, path),
      imports: [...readFileSync(path, 'utf8').matchAll(importPattern)].map(([, target = '']) =>
        target.startsWith('.') ? relative(root, join(dirname(path), target)) : target,
      ),
    }));
}

/** Which workspace may import which, by package name. */
const allowedPackages: Record<string, string[]> = {
  engine: [],
  contract: [],
  server: ['contract'],
  web: ['engine', 'contract'],
  e2e: ['engine', 'contract'],
};

/**
 * Folders whose rooms are layers, from what uses to what is used: a file may import its own room and
 * those after it. A room is a folder, or a file at the root; what is not in the list has no place.
 */
export const layeredFolders: Record<string, readonly string[]> = {
  'engine/src': [
    'compat',
    'widgets',
    'edge',
    'node',
    'index.ts',
    'facts.ts',
    'run',
    'samples',
    'convert',
    'strips',
    'formats',
    'codec',
    'tiles',
    'libheif',
    'hevc',
    'jpeg-decoder',
    'lzw',
    'motion',
    'heif',
    'browser',
    'transform',
    'color',
    'planes',
    'wasm',
    'gain-map',
    'metadata',
    'bytes',
    'codecs.ts',
    'framing.ts',
    'extensions.ts',
    'errors.ts',
    'options.ts',
    'geometry.ts',
    'ambient.d.ts',
  ],
  'server/src': [
    'main.ts',
    'app.ts',
    'routes',
    'create-services.ts',
    'services.ts',
    'admin',
    'read-settings.ts',
    'settings-problems.ts',
    'site',
    'operations',
    'usage',
    'mail',
    'flags',
    'abuse',
    'accounts',
    'billing',
    'http',
    'database',
    'secrets.ts',
    'data-directory.ts',
    'settings-error.ts',
    'settings.ts',
    'days.ts',
    'remember.ts',
    'repeatedly.ts',
    'log.ts',
    'logged-error.ts',
    'api-error.ts',
    'error-code.ts',
    'version.ts',
  ],
};

/** Where neither a file nor a folder may import itself by way of others. */
const withoutCycles = ['engine/src', 'web/src', 'server/src', 'contract/src'];

/** Folders of rooms: a file at their root is a room of its own, which some use and which uses others. */
const foldersOfRooms = new Set([
  ...Object.keys(layeredFolders),
  'contract/src',
  'web/src',
  'web/src/features/convert',
  'web/src/features/convert/conversion',
  'web/src/i18n',
]);

/**
 * The rooms of web, from what uses to what is used: a room may import itself and those after it, types
 * included. Features never import one another.
 */
export const webRooms = [
  'routes',
  'islands',
  'features',
  'site/prerender',
  'site/shell',
  'site/text',
  'site/landing',
  'site/blog',
  'site/parts',
  'site/offline',
  'site/browser',
  'site/content',
  'i18n',
  'site/pages',
  'ui',
  'api',
  // A program of its own; its messages are what pages take of it.
  'service-worker',
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('e2e/');

function workspaceViolation(file: string, target: string): string | null {
  const workspace = file.split('/')[0] ?? '';
  const [, packageName] = /^@stillpix\/([^/]+)/.exec(target) ?? [];
  if (packageName) {
    const allowed = packageName === workspace || allowedPackages[workspace]?.includes(packageName);
    return allowed ? null : `${workspace} must not import ${packageName}`;
  }
  const other = target.split('/')[0] ?? '';
  if (other === workspace || !(other in allowedPackages) || isTest(file)) return null;
  return `${workspace} reaches into ${other} past its package's public face`;
}

/** `site/pages` for a file of the site, `features` for one of a feature; null at web's root. */
function webRoom(path: string): string | null {
  const [, layer, folder] = /^web\/src\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (layer === undefined) return null;
  return layer === 'site' ? `site/${folder}` : layer;
}

function webViolation(file: string, target: string): string | null {
  const [from, to] = [webRoom(file), webRoom(target)];
  if (from === null || to === null) return null;
  if (from === 'features' && to === 'features') {
    const [own, other] = [file.split('/')[3], target.split('/')[3]];
    return own === other ? null : `feature ${own} imports feature ${other}`;
  }
  const [fromRoom, toRoom] = [webRooms.indexOf(from), webRooms.indexOf(to)];
  if (fromRoom < 0 || toRoom < 0) return `${fromRoom < 0 ? from : to} is no room of web`;
  return toRoom >= fromRoom ? null : `web's ${from} imports ${to}`;
}

function roomIn(folder: string, file: string): string | null {
  return file.startsWith(`${folder}/`) ? (file.slice(folder.length + 1).split('/')[0] ?? '') : null;
}

function layerViolation(file: string, target: string): string | null {
  for (const [folder, rooms] of Object.entries(layeredFolders)) {
    const [from, to] = [roomIn(folder, file), roomIn(folder, target)];
    if (from === null || to === null) continue;
    const stranger = [from, to].find((room) => !rooms.includes(room));
    if (stranger !== undefined) return `${stranger} is no room of ${folder}`;
    if (rooms.indexOf(to) < rooms.indexOf(from)) return `${folder}: ${from} is below ${to}`;
  }
  return null;
}

/** Every import that runs against the directions of the house, in words. */
export function findViolations(files: readonly FileImports[]): string[] {
  return files.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const violation =
        workspaceViolation(file, target) ??
        (isTest(file) ? null : (webViolation(file, target) ?? layerViolation(file, target)));
      return violation ? [`${file} imports ${target}: ${violation}`] : [];
    }),
  );
}

/** Groups of names that reach each other by following imports (Tarjan's strongly connected components). */
function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.get(name)!);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!order.has(next)) visit(next);
      else if (!open.includes(next)) continue;
      lowest.set(name, Math.min(lowest.get(name)!, lowest.get(next)!));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const cycle = open.splice(open.indexOf(name));
    if (cycle.length > 1) cycles.push(cycle.toSorted());
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return cycles;
}

function graphOf(
  files: readonly FileImports[],
  nameOf: (file: string) => string,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { file, imports } of files) {
    const name = nameOf(file);
    const targets = graph.get(name) ?? new Set();
    for (const target of imports) if (nameOf(target) !== name) targets.add(nameOf(target));
    graph.set(name, targets);
  }
  return graph;
}

function folderOf(file: string): string {
  return foldersOfRooms.has(dirname(file)) ? file : dirname(file);
}

/** Files, and folders, that import themselves by way of others; imports of types count. */
export function findImportCycles(files: readonly FileImports[]): string[] {
  const cycles = [
    ...findCycles(graphOf(keepInside(files, withoutCycles), String)),
    ...findCycles(graphOf(keepInside(files, withoutCycles), folderOf)),
  ];
  return cycles.map((cycle) => cycle.join(', '));
}

function keepInside(files: readonly FileImports[], folders: readonly string[]): FileImports[] {
  const own = files.filter(
    ({ file }) => !isTest(file) && folders.some((folder) => roomIn(folder, file) !== null),
  );
  const known = new Set(own.map(({ file }) => file));
  return own.map(({ file, imports }) => ({
    file,
    imports: imports.filter((target) => known.has(target)),
  }));
}
