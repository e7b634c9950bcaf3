// Brings the tables of DATABASE_URL up to date and ends: for a step before a new version starts. The
// server does the same by itself when it starts.
import { openDatabase } from '../src/database/open.ts';
import { createLog } from '../src/log.ts';
import { readSettings } from '../src/read-settings.ts';
import { SettingsError } from '../src/settings-error.ts';

try {
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, createLog(settings.LOG_LEVEL));
  await database.close();
  console.log('The tables are up to date.');
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
