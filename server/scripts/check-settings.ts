// Says what is wrong with the settings: `npm start` asks before it builds the site with them.
import { prepareDataDirectory } from '../src/data-directory.ts';
import { readSettings } from '../src/read-settings.ts';
import { SettingsError } from '../src/settings-error.ts';

try {
  const { DATABASE_URL, DATA_DIR } = readSettings(process.env);
  if (DATABASE_URL === undefined) await prepareDataDirectory(DATA_DIR);
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
