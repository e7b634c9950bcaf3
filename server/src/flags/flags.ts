import { defaultFlags, type Flag, type FlagConditions } from '@stillpix/contract/flags';
import type { Database } from '../database/database.ts';
import { flagOverrides } from '../database/schema.ts';
import { remember } from '../remember.ts';
import type { Settings } from '../settings.ts';

export interface Flags {
  /** All flags: defaults, overridden by the settings, overridden by the administrator. */
  list(): Promise<Flag[]>;
}

/** Short enough for administrators, long enough to spare the database. */
const keptMilliseconds = 5000;

export function createFlags(db: Database, configured: Settings['FLAGS']): Flags {
  return {
    list: remember(keptMilliseconds, async () => {
      const rows = await db.select().from(flagOverrides);
      const overrides = new Map(rows.map((row) => [row.key, row]));
      return defaultFlags.map((flag) => {
        const override = overrides.get(flag.key);
        const { enabled, rolloutPercentage, conditions } = configured[flag.key] ?? {};
        return {
          ...flag,
          enabled: override?.enabled ?? enabled ?? flag.enabled,
          rolloutPercentage:
            override?.rolloutPercentage ?? rolloutPercentage ?? flag.rolloutPercentage,
          conditions:
            (override?.conditions as FlagConditions | undefined) ?? conditions ?? flag.conditions,
        };
      });
    }),
  };
}
