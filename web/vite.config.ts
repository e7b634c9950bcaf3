import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { codecPlugins, workerChunks } from '@stillpix/engine/worker-build';
import { defineConfig, type Plugin } from 'vite';
import { editionModules, relativeAssets } from './edition-modules.ts';
import { islandFiles } from './island-files.ts';
import { licenseFiles, requireLicenses } from './license-files.ts';
import { noteChunkLanguages } from './offline-files.ts';
import { oneByteScripts } from './one-byte-scripts.ts';
import { packageReference } from './package-reference.ts';
import { keepStaticStyles, requireStaticStyles } from './static-styles.ts';

/** An open page takes up the engine's assembly as soon as it is compiled anew. */
function reloadOnNewAssembly(): Plugin {
  const folder = fileURLToPath(new URL('../engine/build', import.meta.url));
  return {
    name: 'reload-on-new-assembly',
    apply: 'serve',
    configureServer({ watcher, ws }) {
      watcher.add(folder);
      watcher.on('change', (path) => {
        if (path.startsWith(folder) && path.endsWith('.wasm')) ws.send({ type: 'full-reload' });
      });
    },
  };
}

/** Where `npm run dev` runs the API. */
const api = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  server: { proxy: { '/api': api, '/auth': api, '/healthz': api } },
  plugins: [
    editionModules(),
    reactRouter(),
    keepStaticStyles(),
    requireStaticStyles(),
    islandFiles(),
    licenseFiles(),
    requireLicenses(),
    noteChunkLanguages(),
    oneByteScripts(),
    packageReference(),
    reloadOnNewAssembly(),
  ],
  experimental: { renderBuiltUrl: relativeAssets },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  // Data URLs would need `img-src data:` for icons and defeat caching: every asset stays a file.
  build: { assetsInlineLimit: 0 },
  worker: {
    format: 'es',
    plugins: () => [...codecPlugins, requireLicenses()],
    rolldownOptions: { output: { codeSplitting: workerChunks } },
  },
});
