import type { OpenDatabase } from './database/open.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/** Everything that requests are answered with. Made once, in `main` or in a test. */
export interface Services {
  settings: Settings;
  /** Origin of the site, for links and CORS. */
  publicUrl: string;
  log: Log;
  database: OpenDatabase;
  /** Check each answer against the contract: in tests. */
  checkAnswers: boolean;
}
