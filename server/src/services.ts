import type { Limits } from './abuse/limits.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { Billing } from './billing/context.ts';
import type { OpenDatabase } from './database/open.ts';
import type { Flags } from './flags/flags.ts';
import type { Log } from './log.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Metrics } from './http/metrics.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { ConvertedToday } from './usage/stats.ts';

/** Everything that handlers need. Created once, in `main` or in a test. */
export interface Services {
  settings: Settings;
  secrets: Secrets;
  /** Origin of the site, for links and CORS. */
  publicUrl: string;
  log: Log;
  database: OpenDatabase;
  sessions: Sessions;
  limits: Limits;
  outbox: Outbox;
  billing: Billing;
  flags: Flags;
  convertedToday: ConvertedToday;
  metrics: Metrics;
  /** Validates each answer against the contract. For tests. */
  checkAnswers: boolean;
}
