import { glob, rm } from 'node:fs/promises';
import type { Config } from '@react-router/dev/config';
import { listPrerenderPaths } from './src/site/prerender-paths.ts';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: { paths: () => listPrerenderPaths(), concurrency: 4 },
  routeDiscovery: { mode: 'initial' },
  // Links load whole documents, so nothing ever asks for the loaders' data apart from a page.
  buildEnd: async ({ reactRouterConfig }) => {
    for await (const file of glob(`${reactRouterConfig.buildDirectory}/client/**/*.data`))
      await rm(file);
  },
} satisfies Config;
