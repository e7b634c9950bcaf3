import { errorCode } from './error-code.ts';
import { settingExamples, type SettingName } from './settings.ts';

/** Thrown with a message for the person who starts the server. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export type SettingProblem = [name: SettingName, problem: string];

/** Refuses to start for all that is wrong, each with an example of how it would be right. */
export function refuseSettings(problems: readonly SettingProblem[]): SettingsError {
  return new SettingsError(
    `Stillpix cannot start with these settings:\n${problems.map(describe).join('\n')}`,
  );
}

/** What the machine has against a setting that is well written: no such host, no permission, in use. */
export function unusable(name: SettingName, cause: unknown): SettingsError {
  // Several addresses that all refuse make an AggregateError without a message.
  const reason = cause instanceof Error ? cause.message || errorCode(cause) : String(cause);
  return refuseSettings([[name, `cannot be used (${reason})`]]);
}

/** Throws what the file system refused as a word against DATA_DIR, and anything else as it is. */
export function blameDataDirectory(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? unusable('DATA_DIR', error) : error;
}

function describe([name, problem]: SettingProblem): string {
  return `  ${name}: ${problem}. Example: ${name}=${settingExamples[name]}`;
}
