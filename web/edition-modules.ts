import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { edition } from './src/site/pages/edition.ts';

const twinOf = (path: string) => path.replace(/\.(tsx?)$/, '.static.$1');

/**
 * In the static edition `session.static.ts` stands in for `session.ts` beside it, and so on for every
 * file that has such a twin: what needs our server is not in that build at all, and what does without
 * is not in the other.
 */
export function editionModules(): Plugin {
  return {
    name: 'edition-modules',
    enforce: 'pre',
    config: () => ({ define: { siteEdition: JSON.stringify(edition) } }),
    async resolveId(source, importer, options) {
      if (edition !== 'static' || importer === undefined || !source.startsWith('.')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found === null || found.external !== false) return null;
      const twin = twinOf(found.id);
      return twin !== found.id && twin !== importer && existsSync(twin) ? twin : null;
    },
  };
}

/**
 * The static edition is put under any path when the build is done: its scripts and styles find each
 * other from where they stand, and the pages' addresses are written then (server/static).
 */
export function relativeAssets(
  _file: string,
  { ssr }: { ssr: boolean },
): { relative: true } | undefined {
  return edition === 'static' && !ssr ? { relative: true } : undefined;
}
