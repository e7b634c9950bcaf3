import { DirectoryInUse } from '../database/lock.ts';
import { openDatabase } from '../database/open.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../read-settings.ts';
import { SettingsError } from '../settings-error.ts';
import { AdminError, runCommand, usageText } from './commands.ts';

const words = process.argv.slice(2);
if (words.length === 0) {
  console.log(usageText);
  process.exit(1);
}
try {
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, createLog('warn'));
  try {
    console.log(await runCommand(database.db, words, settings.FLAGS));
  } finally {
    await database.close();
  }
} catch (error) {
  const isPlain =
    error instanceof AdminError ||
    error instanceof SettingsError ||
    error instanceof DirectoryInUse;
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
