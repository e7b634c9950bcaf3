import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const folders = '{engine,contract,server,web,scripts,e2e}';
const databaseTests = 'server/**/*.database.test.ts';
const exclude = ['**/node_modules/**', '**/build/**'];

// A machine that is slow, or busy with other work, is not a defect of the product.
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** Short files that take as long as the longest ones do. */
const long = /(?:durability|shards|damaged-pictures|attacks)\.slow\.test|closing\.database\.test/;

/**
 * Where it does not know how long files take, as in a clean clone, Vitest begins with the largest. What
 * is long begins before these: as the last one it would run alone.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project);
    return [...projects.values()].flatMap((inProject) => {
      const { first = [], then = [] } = Object.groupBy(inProject, ({ moduleId }) =>
        long.test(moduleId) ? 'first' : 'then',
      );
      return [...first, ...then];
    });
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Vitest leaves one core free, which on a machine of two means one file after the other, half of them waiting.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [...exclude, '**/*.slow.test.ts', '**/*.release.test.ts', databaseTests],
        },
      },
      {
        // Over a few seconds each: real databases, generated streams, the corpus. `npm test` runs them, `npm run check` does not.
        test: {
          ...patient,
          name: 'slow',
          include: [`${folders}/**/*.slow.test.ts`],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Projects of other bundlers and runtimes, which are installed for it, and the containers: by hand
        // before a release.
        test: {
          ...patient,
          name: 'release',
          include: [`${folders}/**/*.release.test.ts`],
          exclude,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // Once on the embedded database, again on a PostgreSQL that the run starts itself. Each file makes
      // databases of its own and replaces no module: the server's code is loaded once for all.
      {
        test: {
          ...patient,
          name: 'embedded',
          isolate: false,
          include: [databaseTests],
          exclude,
        },
      },
      {
        test: {
          ...patient,
          name: 'postgres',
          isolate: false,
          include: [databaseTests],
          exclude,
          globalSetup: ['server/testing/postgres-setup.ts'],
        },
      },
    ],
  },
});
