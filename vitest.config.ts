import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{engine,contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/build/**'],
  },
});
