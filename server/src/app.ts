import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { isDatabaseUnavailable } from './database/failures.ts';
import { ApiError, errorResponse } from './http/api-error.ts';
import { createClientAddress } from './http/client-address.ts';
import type { App, AppEnvironment } from './http/endpoint.ts';
import { readHealth } from './operations/health.ts';
import type { Services } from './services.ts';
import { apiPolicy, commonHeaders } from './site/security-headers.ts';
import type { ServeSite } from './site/site.ts';

/** The whole server as one function from request to response. */
export function createApp(services: Services, serveSite: ServeSite): App {
  const app = new Hono<AppEnvironment>();
  const clientAddress = createClientAddress(services.settings.TRUSTED_PROXIES);
  const everywhere = Object.entries(commonHeaders(services.publicUrl));

  app.use(async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set(
      'address',
      clientAddress(socketAddress(context), context.req.header('x-forwarded-for')),
    );
    context.set('userAgent', (context.req.header('user-agent') ?? '').slice(0, 500));
    context.set('acceptLanguage', context.req.header('accept-language'));
    await next();
    const headers = context.res.headers;
    headers.set('x-request-id', requestId);
    for (const [name, value] of everywhere) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', apiPolicy);
    if (context.req.header('origin') === services.publicUrl) {
      headers.set('access-control-allow-origin', services.publicUrl);
      headers.append('vary', 'origin');
    }
    services.log.debug(
      {
        requestId,
        method: context.req.method,
        route: context.get('route') ?? 'site',
        status: context.res.status,
        milliseconds: Math.round(performance.now() - started),
      },
      'request',
    );
  });

  app.get('/healthz', async (context) => {
    context.set('route', 'health');
    const health = await readHealth(services);
    return context.json(health, health.status === 'ok' ? 200 : 503, {
      'cache-control': 'no-store',
    });
  });

  app.all('/api/*', () => {
    throw new ApiError('not-found');
  });

  app.on(['GET', 'HEAD'], '*', (context) => serveSite(context.req.raw));

  app.notFound((context) =>
    errorResponse(new ApiError('method-not-allowed'), context.get('requestId')),
  );

  app.onError((error, context) => {
    const requestId = context.get('requestId');
    if (error instanceof ApiError) return errorResponse(error, requestId);
    if (isDatabaseUnavailable(error)) {
      services.log.warn({ requestId, route: context.get('route') }, 'the database is unavailable');
      return errorResponse(new ApiError('database-unavailable', { retryAfter: 5 }), requestId);
    }
    services.log.error(
      { requestId, route: context.get('route'), err: withoutQuery(error) },
      'request failed',
    );
    return errorResponse(new ApiError('internal-error'), requestId);
  });

  return app;
}

/** Empty where there is no socket, as in tests. */
function socketAddress(context: Context<AppEnvironment>): string {
  return context.env.incoming?.socket.remoteAddress ?? '';
}

/** Drizzle puts the parameters of a failed query, people's data, into the message. */
function withoutQuery(error: Error): { name: string; message: string; stack: string | undefined } {
  const root = error.cause instanceof Error ? error.cause : error;
  const message = root.message.split('\n')[0] ?? '';
  return { name: root.name, message, stack: root.stack?.split('\n').slice(1).join('\n') };
}
