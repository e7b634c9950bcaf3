import { randomUUID } from 'node:crypto';
import { endpoints } from '@stillpix/contract';
import { type Context, Hono } from 'hono';
import { serveOwnData } from './accounts/data-calls.ts';
import { servePasswords } from './accounts/password-calls.ts';
import { serveProAccounts } from './accounts/pro-account-calls.ts';
import { serveProfile } from './accounts/profile-calls.ts';
import { serveSessions } from './accounts/session-calls.ts';
import { serveSignIn } from './accounts/sign-in-calls.ts';
import { serveBilling } from './billing/calls.ts';
import { failureCode, isDatabaseUnavailable } from './database/failures.ts';
import { ApiError, errorResponse } from './http/api-error.ts';
import { createClientAddress } from './http/client-address.ts';
import type { App, AppEnvironment } from './http/endpoint.ts';
import { serveContact } from './mail/calls.ts';
import { readHealth } from './operations/health.ts';
import { mayReadMetrics } from './operations/metrics-access.ts';
import { describeApi } from './operations/openapi.ts';
import type { Services } from './services.ts';
import { apiPolicy, commonHeaders } from './site/security-headers.ts';
import type { ServeSite } from './site/site.ts';
import { serveUsage } from './usage/calls.ts';

/** The whole server as one function from request to response. */
export function createApp(services: Services, serveSite: ServeSite): App {
  const { settings, log, metrics } = services;
  const app = new Hono<AppEnvironment>();
  const clientAddress = createClientAddress(settings.TRUSTED_PROXIES);
  const everywhere = Object.entries(commonHeaders(services.publicUrl));

  app.use(async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    const { req } = context;
    context.set('requestId', requestId);
    context.set('address', clientAddress(socketAddress(context), req.header('x-forwarded-for')));
    context.set('userAgent', (req.header('user-agent') ?? '').slice(0, 500));
    context.set('acceptLanguage', req.header('accept-language'));
    await next();

    const { headers, status } = context.res;
    headers.set('x-request-id', requestId);
    for (const [name, value] of everywhere) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', apiPolicy);
    if (req.header('origin') === services.publicUrl) {
      headers.set('access-control-allow-origin', services.publicUrl);
      headers.append('vary', 'origin');
    }
    const seconds = (performance.now() - started) / 1000;
    const route = context.get('route') ?? 'site';
    metrics.observe(route, req.method, status, seconds);
    const facts = {
      requestId,
      method: req.method,
      route,
      status,
      milliseconds: Math.round(seconds * 1000),
      userId: context.get('userId'),
    };
    // Calls of the API are worth a line; pages and their files only when somebody is looking.
    if (route === 'site') log.debug(facts, 'request');
    else log.info(facts, 'request');
  });

  serveSignIn(app, services);
  servePasswords(app, services);
  serveProAccounts(app, services);
  serveProfile(app, services);
  serveSessions(app, services);
  serveOwnData(app, services);
  serveUsage(app, services);
  serveBilling(app, services);
  serveContact(app, services);

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

  for (const [path, methods] of methodsByPath()) {
    app.options(path, (context) => answerPreflight(context, services.publicUrl, methods));
    app.all(path, () => {
      throw new ApiError('method-not-allowed');
    });
  }
  app.all('/api/*', () => {
    throw new ApiError('not-found');
  });

  app.on(['GET', 'HEAD'], '*', (context) => serveSite(context.req.raw));

  app.notFound((context) =>
    errorResponse(new ApiError('method-not-allowed'), context.get('requestId')),
  );

  app.onError((error, context) => {
    const requestId = context.get('requestId');
    const route = context.get('route');
    if (error instanceof ApiError) return errorResponse(error, requestId);
    if (isDatabaseUnavailable(error)) {
      log.warn({ requestId, route, code: failureCode(error) }, 'the database is unavailable');
      return errorResponse(new ApiError('database-unavailable', { retryAfter: 5 }), requestId);
    }
    log.error({ requestId, route, err: withoutParameters(error) }, 'request failed');
    return errorResponse(new ApiError('internal-error'), requestId);
  });

  return app;
}

function methodsByPath(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const endpoint of Object.values(endpoints)) {
    const aliases = 'aliases' in endpoint ? endpoint.aliases : [];
    for (const path of [endpoint.path, ...aliases]) {
      found.set(path, [...(found.get(path) ?? []), endpoint.method.toUpperCase()]);
    }
  }
  return found;
}

/** Only the site itself may call from a browser; its own origin needs no permission on most setups. */
function answerPreflight(
  context: Context<AppEnvironment>,
  origin: string,
  methods: string[],
): Response {
  if (context.req.header('origin') !== origin) return context.body(null, 204);
  return context.body(null, 204, {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
  });
}

/** Empty where there is no socket, as in some tests. */
function socketAddress(context: Context<AppEnvironment>): string {
  return context.env.incoming?.socket.remoteAddress ?? '';
}

/** Drizzle puts the parameters of a failed query, people's data, into its message. */
function withoutParameters(error: Error): { name: string; message: string; stack: string } {
  const root = error.cause instanceof Error ? error.cause : error;
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return { name: root.name, message: root.message.split('\n')[0] ?? '', stack: stack.join('\n') };
}
