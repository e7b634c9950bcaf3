import { defineConfig } from 'vitest/config';

const folders = '{engine,contract,server,web,scripts,e2e}';
const exclude = ['**/node_modules/**', '**/build/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [...exclude, '**/*.slow.test.ts'],
        },
      },
      {
        // Over a few seconds each: real databases, generated streams, the corpus. `npm test` runs them, `npm run check` does not.
        test: {
          name: 'slow',
          include: [`${folders}/**/*.slow.test.ts`],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
