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
          // The embedded database takes seconds to open when the machine is busy.
          testTimeout: 20_000,
          hookTimeout: 60_000,
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
      {
        // What `unit` runs on the embedded database, again on a PostgreSQL that the run starts itself.
        test: {
          name: 'postgres',
          include: ['server/**/*.database.test.ts'],
          exclude,
          globalSetup: ['server/testing/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
