import { EngineError } from '../errors.ts';

/** The oldest that runs: `require` of modules and everything the engine calls. */
const oldest = 22;

/** Throws one sentence where Node is too old. Deno and Bun name a version of Node too. */
export function requireNodeVersion(version: string = process.versions.node): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  const message = `Stillpix needs Node ${oldest} or later, and this is Node ${version}.`;
  throw new EngineError('unsupported-feature', message, { feature: 'node-version' });
}
