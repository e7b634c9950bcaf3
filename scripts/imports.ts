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

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"\n]+)['"]/g;

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

/** Inside web, a layer may import itself and the layers after it; features never import one another. */
const webLayers = ['routes', 'islands', 'features', 'site', 'i18n', 'ui', 'api'];
const lowestLayers = new Set(['site', 'i18n', 'ui', 'api']);

/**
 * The rooms of web's site, from what uses to what is used: a room may import itself and those after
 * it. Nothing stands at the root of `site`.
 */
const siteRooms = [
  'prerender',
  'shell',
  'text',
  'landing',
  'blog',
  'parts',
  'content',
  'pages',
  'browser',
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

function webViolation(file: string, target: string): string | null {
  const from = /^web\/src\/([^/]+)\/([^/]+)/.exec(file);
  const to = /^web\/src\/([^/]+)\/([^/]+)/.exec(target);
  if (!from?.[1] || !to?.[1]) return null;
  const [fromLayer, toLayer] = [webLayers.indexOf(from[1]), webLayers.indexOf(to[1])];
  if (fromLayer < 0 || toLayer < 0) return null;
  if (from[1] === 'features' && to[1] === 'features') {
    return from[2] === to[2] ? null : `feature ${from[2]} imports feature ${to[2]}`;
  }
  if (from[1] === 'site' && to[1] === 'site') return siteViolation(from[2] ?? '', to[2] ?? '');
  if (lowestLayers.has(from[1]) && lowestLayers.has(to[1])) return null;
  return toLayer >= fromLayer ? null : `web's ${from[1]} imports ${to[1]}`;
}

function siteViolation(from: string, to: string): string | null {
  const [fromRoom, toRoom] = [siteRooms.indexOf(from), siteRooms.indexOf(to)];
  if (fromRoom < 0 || toRoom < 0) return `${fromRoom < 0 ? from : to} is no room of web's site`;
  return toRoom >= fromRoom ? null : `site's ${from} imports ${to}`;
}

/** Every import that runs against the directions of the house, in words. */
export function findViolations(files: readonly FileImports[]): string[] {
  return files.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const violation =
        workspaceViolation(file, target) ?? (isTest(file) ? null : webViolation(file, target));
      return violation ? [`${file} imports ${target}: ${violation}`] : [];
    }),
  );
}
