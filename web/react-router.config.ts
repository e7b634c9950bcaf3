import type { Config } from '@react-router/dev/config';
import { listPrerenderPaths } from './src/site/prerender-paths.ts';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: false,
  prerender: { paths: () => listPrerenderPaths(), concurrency: 4 },
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
