import { createMiddleware } from 'hono/factory';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import type { AppEnvironment } from './environment.ts';

/** Writes a line about each request and measures it. What it says of a person is an id. */
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
    // Requests of the API are worth a line; pages and their files only when somebody is looking.
    if (route === 'site') log.debug(facts, 'request');
    else log.info(facts, 'request');
  });
};
