import { emailField } from '@stillpix/contract';
import { eq } from 'drizzle-orm';
import { findUserByEmail } from '../accounts/user-view.ts';
import { isTestMode } from '../billing/context.ts';
import { findEntitling } from '../billing/rights.ts';
import type { Database } from '../database/database.ts';
import { subscriptions } from '../database/schema.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { readUsage, reportConversions, validateFeatures } from '../usage/conversions.ts';
import { publicKeyOf, signEntitlement } from '../usage/entitlement.ts';

export function serveUsage(app: App, services: Services): void {
  serve(
    app,
    services,
    'validateFeatures',
    async ({ body, caller, facts }, { database, settings, limits }) => {
      const files = settings.FREE_DAILY_LIMIT;
      const daily =
        files === undefined ? null : { files, visitor: limits.hideAddress(facts.address) };
      return validateFeatures(database.db, body, caller, daily);
    },
  );

  serve(app, services, 'conversions', async ({ body, caller }, { database }) => ({
    converted: await reportConversions(database.db, body, caller),
  }));

  serve(app, services, 'usage', async ({ query, caller }, { database }) =>
    readUsage(database.db, caller.userId, query.timeZone ?? caller.timeZone),
  );

  serve(app, services, 'verifyPro', async ({ query, caller }, { billing, database }) => {
    if (isTestMode(billing) && query.test_email !== undefined) {
      return { isPro: await isAddressPro(database.db, query.test_email) };
    }
    return { isPro: caller?.isPro ?? false };
  });

  serve(app, services, 'entitlement', async ({ caller }, { secrets }) =>
    signEntitlement(caller, secrets.entitlementPrivate),
  );

  serve(app, services, 'entitlementKey', async (_call, { secrets }) =>
    publicKeyOf(secrets.entitlementPublic),
  );

  serve(app, services, 'flags', async (_call, { flags, settings }) => ({
    // Reserved flags are only for operators.
    flags: (await flags.list())
      .filter(({ reserved }) => !reserved)
      .map(({ reserved: _reserved, ...flag }) => flag),
    ads:
      settings.ADS_PUBLISHER_ID === undefined
        ? null
        : { publisherId: settings.ADS_PUBLISHER_ID, slots: settings.ADS_SLOTS },
    promotionEnds: settings.PROMOTION_ENDS === 'none' ? null : settings.PROMOTION_ENDS,
  }));

  serve(app, services, 'stats', async (_call, { convertedToday }) => ({
    convertedToday: await convertedToday(),
  }));
}

async function isAddressPro(db: Database, address: string): Promise<boolean> {
  const email = emailField.safeParse(address);
  const user = email.success ? await findUserByEmail(db, email.data) : null;
  if (user === null) return false;
  const owned = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
  return findEntitling(owned, new Date()) !== null;
}
