// Says what is wrong with the settings: `npm start` asks before it builds the site with them.
import { readSettings, SettingsError } from '../src/settings.ts';

try {
  readSettings(process.env);
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
