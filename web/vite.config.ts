import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  // Data URLs would need `img-src data:` for icons and defeat caching: every asset stays a file.
  build: { assetsInlineLimit: 0 },
  worker: { format: 'es' },
});
