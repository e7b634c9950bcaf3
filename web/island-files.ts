import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { edition } from './src/site/pages/edition.ts';

const name = 'virtual:island-files';
const clientRoute = '?__react-router-build-client-route';

/** Scripts of pages that do without React. */
const plainScripts = [
  'src/islands/diagnostics.client.ts',
  ...(edition === 'served' ? ['src/site/browser/ads.client.ts'] : []),
].map((path) => join(import.meta.dirname, path));

interface BuiltFile {
  file: string;
  imports: readonly string[];
  styles: readonly string[];
}

/**
 * In the browser only `src/entry.client.tsx` and the islands that it loads run; the route modules
 * are for the build. So the browser's build drops those, and tells the pages' HTML which files
 * belong to which module, so that all of them are fetched at once: `virtual:island-files`.
 */
export function islandFiles(): Plugin {
  const built = new Map<string, BuiltFile>();
  const byFile = new Map<string, BuiltFile>();
  let isBuild = false;
  return {
    name: 'island-files',
    enforce: 'post',
    sharedDuringBuild: true,
    config: (_, { command }) => {
      isBuild = command === 'build';
    },
    buildStart() {
      if (this.environment.name !== 'client' || !isBuild) return;
      for (const id of plainScripts) this.emitFile({ type: 'chunk', id });
    },
    transform: {
      filter: { id: /\?__react-router-build-client-route$/ },
      handler(code) {
        return this.environment.name === 'client' ? { code: 'export {};', map: null } : code;
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (this.environment.name !== 'client') return;
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue;
          const { fileName, facadeModuleId, imports, viteMetadata } = output;
          const file = { file: fileName, imports, styles: [...(viteMetadata?.importedCss ?? [])] };
          byFile.set(fileName, file);
          if (facadeModuleId === null) continue;
          if (facadeModuleId.endsWith(clientRoute)) delete bundle[fileName];
          else built.set(relative(this.environment.config.root, facadeModuleId), file);
        }
      },
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      return `export default ${JSON.stringify(isBuild ? listFiles() : null)};`;
    },
  };

  function listFiles(): Record<string, { scripts: string[]; styles: string[] }> {
    const entries = [...built].map(([module, { file }]) => {
      const all = reach(file);
      return [
        module,
        {
          scripts: all.map((each) => `/${each.file}`),
          styles: [...new Set(all.flatMap((each) => each.styles))].map((style) => `/${style}`),
        },
      ] as const;
    });
    return Object.fromEntries(entries);
  }

  /** A file and everything that it imports at once. */
  function reach(file: string, seen = new Set<string>()): BuiltFile[] {
    const known = byFile.get(file);
    if (seen.has(file) || !known) return [];
    seen.add(file);
    return [known, ...known.imports.flatMap((next) => reach(next, seen))];
  }
}
