// What Vitest and Playwright say in their JSON reports, added up.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './setup.mjs';

/**
 * @typedef {object} TestRun
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures each with where it is and what was wrong
 * @property {string[]} flaky what passed only at the second try
 */

/** @param {string} text */
const firstLines = (text) =>
  stripVTControlCharacters(text).split('\n', 6).join('\n    ').slice(0, 600);

/**
 * @param {any} result
 * @returns {TestRun}
 */
function readVitestReport(result) {
  const failures = [];
  const flaky = [];
  for (const file of result.testResults) {
    const path = relative(root, file.name);
    // A file that could not be read at all has a message of its own, and no tests.
    const hasFailed = (/** @type {any} */ test) => test.status === 'failed';
    if (file.status === 'failed' && !file.assertionResults.some(hasFailed)) {
      failures.push(`${path}\n    ${firstLines(file.message ?? '')}`);
    }
    for (const { fullName, failureMessages, status } of file.assertionResults) {
      const text = `${path} › ${fullName}\n    ${firstLines(failureMessages[0] ?? '')}`;
      if (status === 'failed') failures.push(text);
      else if (failureMessages.length > 0) flaky.push(text);
    }
  }
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    failures,
    flaky,
  };
}

/**
 * @param {any} result
 * @returns {TestRun}
 */
function readPlaywrightReport(result) {
  /** @type {string[]} */
  const failures = result.errors.map((/** @type {any} */ error) => firstLines(error.message ?? ''));
  /** @type {string[]} */
  const flaky = [];
  /** @param {any} suite */
  function visit(suite) {
    for (const spec of suite.specs ?? []) {
      const name = `${spec.file}:${spec.line} › ${spec.title}`;
      for (const test of spec.tests) {
        const error = test.results.find((/** @type {any} */ one) => one.error)?.error.message ?? '';
        const text = `${name}\n    ${firstLines(error)}`;
        if (test.status === 'unexpected') failures.push(text);
        if (test.status === 'flaky') flaky.push(text);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  }
  result.suites.forEach(visit);
  const { expected, unexpected, skipped } = result.stats;
  return { passed: expected + flaky.length, failed: unexpected, skipped, failures, flaky };
}

/**
 * @param {string} path
 * @returns {any}
 */
const readReport = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Adds up what the test runners wrote; one that left no report shows as a failed step instead.
 *
 * @param {string[]} vitestReports paths of JSON reports
 * @param {string[]} playwrightReports
 * @returns {TestRun}
 */
export function sumReports(vitestReports, playwrightReports) {
  const runs = [
    ...vitestReports.filter(existsSync).map(readReport).map(readVitestReport),
    ...playwrightReports.filter(existsSync).map(readReport).map(readPlaywrightReport),
  ];
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => runs.reduce((total, one) => total + one[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: runs.flatMap((one) => one.failures),
    flaky: runs.flatMap((one) => one.flaky),
  };
}
