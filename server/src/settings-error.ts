import { errorCode } from './error-code.ts';
import { settingExamples, type SettingName } from './settings.ts';

/** An error with a message for whoever starts the server. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export type SettingProblem = [name: SettingName, problem: string];

/** An error that lists all invalid settings, each with a correct example. */
export function refuseSettings(problems: readonly SettingProblem[]): SettingsError {
  return new SettingsError(
    `Stillpix cannot start with these settings:\n${problems.map(describe).join('\n')}`,
  );
}

/**
 * An error for a well-formed setting that does not work on this machine: unknown host, no
 * permission, in use.
 */
export function unusable(name: SettingName, cause: unknown): SettingsError {
  // When several addresses fail, Node throws an AggregateError without a message.
  const reason = cause instanceof Error ? cause.message || errorCode(cause) : String(cause);
  return refuseSettings([[name, `cannot be used (${reason})`]]);
}

/** Rethrows file system errors as problems of DATA_DIR, and others unchanged. */
export function blameDataDirectory(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? unusable('DATA_DIR', error) : error;
}

function describe([name, problem]: SettingProblem): string {
  return `  ${name}: ${problem}. Example: ${name}=${settingExamples[name]}`;
}
