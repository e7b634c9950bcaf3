import { glob, rm } from 'node:fs/promises';
import type { Config } from '@react-router/dev/config';
import { writeServiceWorker } from './offline-files.ts';
import { edition } from './src/site/pages/edition.ts';
import { listPrerenderPaths } from './src/site/prerender/prerender-paths.ts';
import { requireWholeFiles } from './whole-files.ts';

export default {
  appDirectory: 'src',
  buildDirectory: edition === 'static' ? 'build/static' : 'build',
  // Every page is drawn while the site is built, and none later: no server of its own, no hydration
  // of routes. What runs in the browser are islands (src/islands).
  // One at a time: drawn together, each would wait for the others within the 10 s that a page is
  // given, which a busy machine exceeds.
  prerender: { paths: () => listPrerenderPaths(), concurrency: 1 },
  routeDiscovery: { mode: 'initial' },
  // Links load whole documents: nothing asks for the loaders' data or the list of routes. Nor for the
  // styles of the build that draws the pages, which the browser's build has as well.
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    const unused = '{**/*.data,assets/manifest-*.js,assets/server-build-*.css}';
    for await (const file of glob(`${buildDirectory}/client/${unused}`)) await rm(file);
    await requireWholeFiles(buildDirectory);
    await rm(`${buildDirectory}/server`, { recursive: true });
    await writeServiceWorker(`${buildDirectory}/client`);
  },
} satisfies Config;
