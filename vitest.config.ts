import { defineConfig } from 'vitest/config';

const folders = '{engine,contract,server,web,scripts,e2e}';
const databaseTests = 'server/**/*.database.test.ts';
const exclude = ['**/node_modules/**', '**/build/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [...exclude, '**/*.slow.test.ts', databaseTests],
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
      // Once on the embedded database, again on a PostgreSQL that the run starts itself. Opening the
      // embedded one takes seconds when the machine is busy.
      {
        test: {
          name: 'embedded',
          include: [databaseTests],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [databaseTests],
          exclude,
          globalSetup: ['server/testing/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
