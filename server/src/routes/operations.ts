import { endpoints } from '@stillpix/contract';
import { ApiError } from '../api-error.ts';
import { type App, socketAddress } from '../http/environment.ts';
import type { Services } from '../services.ts';
import { readHealth } from './health.ts';
import { mayReadMetrics } from '../operations/metrics-access.ts';
import { describeApi } from '../operations/openapi.ts';
import { writeSecurityText } from '../operations/security-text.ts';

/** Endpoints for monitoring and programmers: health, metrics, the description of the API. */
export function serveOperations(app: App, services: Services): void {
  const { settings, metrics } = services;

  app.get(endpoints.health.path, async (context) => {
    context.set('route', 'health');
    const health = await readHealth(services);
    const status = health.status === 'ok' ? 200 : 503;
    return context.json(health, status, { 'cache-control': 'no-store' });
  });

  app.get('/metrics', async (context) => {
    context.set('route', 'metrics');
    const allowed = mayReadMetrics(settings.METRICS_TOKEN, {
      authorization: context.req.header('authorization'),
      socketAddress: socketAddress(context),
      forwarded: context.req.header('x-forwarded-for') !== undefined,
    });
    if (!allowed) throw new ApiError('forbidden');
    return context.text(await metrics.write(), 200, { 'content-type': metrics.contentType });
  });

  const description = describeApi(services.publicUrl);
  app.get('/api/openapi.json', (context) => context.json(description));

  app.get('/.well-known/security.txt', (context) =>
    context.text(
      writeSecurityText({ publicUrl: services.publicUrl, supportEmail: settings.SUPPORT_EMAIL }),
    ),
  );
}
