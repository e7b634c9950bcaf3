import { eq } from 'drizzle-orm';
import { users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { findUserById, viewUser } from '../accounts/user-view.ts';

export function serveProfile(app: App, services: Services): void {
  serve(app, services, 'user', async ({ caller }, { database }) => {
    const row = await findUserById(database.db, caller.userId);
    if (row === null) throw new ApiError('not-signed-in');
    return viewUser(database.db, row);
  });

  serve(app, services, 'updateUser', async ({ body, caller }, { database }) => {
    const { firstName, lastName, language, timeZone, notifications } = body;
    const changes = {
      firstName,
      lastName,
      language,
      timeZone,
      notifySignIns: notifications?.signIns,
      notifyBilling: notifications?.billing,
    };
    const isChange = Object.values(changes).some((value) => value !== undefined);
    const row = isChange
      ? (
          await database.db
            .update(users)
            .set(changes)
            .where(eq(users.id, caller.userId))
            .returning()
        )[0]
      : await findUserById(database.db, caller.userId);
    if (row === undefined || row === null) throw new ApiError('not-signed-in');
    return viewUser(database.db, row);
  });
}
