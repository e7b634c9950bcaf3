// Runs named commands one after the other and says at the end how each went.
import { run } from './setup.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string>} [env]
 */

/**
 * @param {Step[]} steps
 * @returns {Promise<string[]>} the names of the steps that failed
 */
export async function runSteps(steps) {
  const lines = [];
  const failed = [];
  for (const { name, command, env } of steps) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const [program = '', ...args] = command;
    const code = await run(program, args, env);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    lines.push(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
    if (code !== 0) failed.push(name);
  }
  console.log(`\n${lines.join('\n')}`);
  return failed;
}
