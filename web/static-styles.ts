import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Vite drops a CSS module whose class names no script uses. Those of `src/site` style HTML that the
 * build has made already (see src/site/prerender/styles.ts): a statement that no tree-shaking removes keeps
 * the module, and with it the styles, while the unused class names still go.
 */
export function keepStaticStyles(): Plugin {
  return {
    name: 'keep-static-styles',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/src\/(site\/[^/]+|ui)\/[^/]+\.module\.css$/ },
      handler: (code) => ({
        code: `${code}\nglobalThis.__styles = 1;`,
        map: null,
        moduleSideEffects: true,
      }),
    },
  };
}

/**
 * The build of the pages' HTML fails, and names the file, where a part of a page has styles that the
 * browser's build knows nothing of: no script uses them, and nobody has named them.
 */
export function requireStaticStyles(): Plugin {
  const inBrowser = new Set<string>();
  const inPages = new Set<string>();
  return {
    name: 'require-static-styles',
    sharedDuringBuild: true,
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.module\.css$/ },
      handler(_, id) {
        (this.environment.name === 'client' ? inBrowser : inPages).add(id);
        return null;
      },
    },
    buildEnd(error) {
      if (error !== undefined || this.environment.name === 'client') return;
      const forgotten = [...inPages].filter((id) => !inBrowser.has(id));
      if (forgotten.length === 0) return;
      const files = forgotten.map((id) => relative(this.environment.config.root, id)).join(', ');
      this.error(
        `No page would have the styles of ${files}: name them in src/site/prerender/styles.ts`,
      );
    },
  };
}
