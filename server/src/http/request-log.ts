import { createMiddleware } from 'hono/factory';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import type { AppEnvironment } from './environment.ts';

/** Logs and measures each request. People appear only by id. */
export const logRequests = (options: { log: Log; metrics: Pick<Metrics, 'observe'> }) => {
  const { log, metrics } = options;
  return createMiddleware<AppEnvironment>(async function logRequest(context, next) {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const route = context.get('route') ?? 'site';
    const { method } = context.req;
    const { status } = context.res;
    metrics.observe(route, method, status, seconds);
    const facts = {
      requestId: context.get('requestId'),
      method,
      route,
      status,
      milliseconds: Math.round(seconds * 1000),
      userId: context.get('userId'),
    };
    // API requests are logged by default; pages and their files only at debug level.
    if (route === 'site') log.debug(facts, 'request');
    else log.info(facts, 'request');
  });
};
