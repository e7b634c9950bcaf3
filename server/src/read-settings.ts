import { refuseSettings, type SettingProblem } from './settings-error.ts';
import { findSettingProblems } from './settings-problems.ts';
import { type SettingName, settingNames, type Settings, settingsSchema } from './settings.ts';

/** Settings whose values must not appear on screens or in logs. */
const secretSettings = new Set<SettingName>([
  'DATABASE_URL',
  'SESSION_SECRET',
  'ENTITLEMENT_PRIVATE_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]);

/**
 * Reads all settings. Throws a `SettingsError` that names each invalid one, its problem, and an
 * example.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given: Record<string, string> = {};
  for (const name of settingNames) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw refuseSettings(
      parsed.error.issues.map((issue): SettingProblem => {
        const name = settingsSchema.keyof().parse(issue.path[0]);
        const shown = secretSettings.has(name) ? '' : ` (it is "${given[name] ?? ''}")`;
        return [name, issue.message + shown];
      }),
    );
  }
  const settings = parsed.data;
  const problems = findSettingProblems(settings);
  if (problems.length > 0) throw refuseSettings(problems);
  return settings;
}
