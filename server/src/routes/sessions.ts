import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';

export function serveSessions(app: App, services: Services): void {
  serve(app, services, 'sessions', async ({ caller }, { sessions }) => {
    const rows = await sessions.list(caller.userId);
    return {
      sessions: rows.map(({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === caller.sessionId,
      })),
    };
  });

  serve(app, services, 'endSession', async ({ body, caller, facts }, { sessions, database }) => {
    if (!(await sessions.end(caller.userId, body.id))) throw new ApiError('not-found');
    const event = { userId: caller.userId, requestId: facts.requestId };
    await recordEvent(database.db, 'session-ended', event);
    return { message: 'Signed out there.' };
  });

  serve(app, services, 'logoutEverywhere', async ({ caller, facts }, { sessions, database }) => {
    await database.db.transaction(async (tx) => {
      await sessions.endAll(tx, caller.userId);
      const event = { userId: caller.userId, requestId: facts.requestId };
      await recordEvent(tx, 'signed-out-everywhere', event);
    });
    return { message: 'Signed out everywhere.' };
  });
}
