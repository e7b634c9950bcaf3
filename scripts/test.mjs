// `npm test`: everything, on a machine that may have nothing but git, Node and npm.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureStaticBuilt,
  ensureInstalled,
  ensureOtherBrowsers,
  ensureSystemPackages,
  requireNode,
  root,
  run,
} from './setup.mjs';
import { runSteps } from './steps.mjs';
import { sumReports } from './test-reports.mjs';

const reports = join(root, '.cache', 'reports');

// As in vitest.config.ts. `postgres` says so and skips where there is none.
const vitestProjects = ['unit', 'embedded', 'postgres', 'slow'];

/** @param {string} name */
const report = (name) => join(reports, `${name}.json`);

// Real processes, databases and browsers on a busy machine may lose a race of their own. What passes
// only at the second try is listed at the end as such; without this command, a test has one try.
/** @param {string} name */
const vitest = (name) => ({
  name: `${name} tests`,
  command: [
    'vitest',
    'run',
    `--project=${name}`,
    '--reporter=default',
    '--reporter=json',
    '--retry=1',
    `--outputFile.json=${report(name)}`,
  ],
});

/** @param {unknown} error */
const say = (error) => console.error(error instanceof Error ? error.message : error);

/** Builds what the browser tests are about; whether that went well. */
async function build() {
  try {
    await ensureStaticBuilt();
    return true;
  } catch (error) {
    say(error);
    return false;
  }
}

/**
 * @param {string} title
 * @param {string[]} tests
 */
function list(title, tests) {
  if (tests.length > 0) console.log(`\n${title}\n- ${tests.slice(0, 20).join('\n- ')}`);
}

async function testEverything() {
  await ensureInstalled();
  requireNode();
  await ensureSystemPackages();
  await ensureBrowser();
  await ensureOtherBrowsers();
  if ((await run('npm', ['run', '--silent', 'build', '-w', 'engine'])) !== 0) {
    throw new Error('The engine does not build; see the message above.');
  }
  // A build keeps one core busy, and these leave one idle every now and then.
  const building = build();
  const failed = await runSteps([
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'lint', command: ['oxlint', '--type-aware'] },
    { name: 'types', command: ['node', 'scripts/types.mjs'] },
    { name: 'dead code', command: ['knip'] },
    vitest('unit'),
  ]);
  // The servers that other tests start are not to find half a site.
  const isBuilt = await building;
  failed.push(...(await runSteps(['embedded', 'postgres', 'slow'].map(vitest))));
  if (!isBuilt) return [...failed, 'build'];
  // The whole product in Chromium, and the main job in Firefox and WebKit.
  const browserTests = {
    name: 'browser tests',
    command: ['playwright', 'test', '-c', 'e2e/all-browsers.config.ts', '--retries=1'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('browser') },
  };
  return [...failed, ...(await runSteps([browserTests]))];
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const failedSteps = await testEverything().catch((/** @type {unknown} */ error) => {
  say(error);
  return ['set-up'];
});

const { passed, failed, skipped, failures, flaky } = sumReports(vitestProjects.map(report), [
  report('browser'),
]);
// At the end, where somebody who sees only the last lines of a log finds them.
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
list(`Passed only at the second try: ${flaky.length}`, flaky);
list('Failed tests:', failures);
// A failed step that counts no test of its own (lint, types, build) must not read as success.
console.log(
  `\n${passed} passed, ${Math.max(failed, failedSteps.length)} failed, ${skipped} skipped`,
);
process.exit(failedSteps.length === 0 && passed > 0 ? 0 : 1);
