import type { Context } from 'hono';
import { ApiError } from '../api-error.ts';
import type { App, AppEnvironment } from './environment.ts';

/**
 * Answers requests with another method to a known path: a browser's preflight, or 405 with `Allow`.
 * Must be called after the routes, whose methods it reads.
 */
export function refuseOtherMethods(app: App, options: { publicUrl: string }): void {
  for (const [path, methods] of methodsByPath(app)) {
    app.options(path, (context) => answerPreflight(context, options.publicUrl, methods));
    app.all(path, () => {
      throw new ApiError('method-not-allowed', { allowed: [...methods, 'OPTIONS'] });
    });
  }
}

function methodsByPath(app: App): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { method, path } of app.routes) {
    // Middleware is registered for all methods.
    if (method === 'ALL') continue;
    const methods = found.get(path) ?? [];
    methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
    found.set(path, methods);
  }
  return new Map([...found].map(([path, methods]) => [path, [...new Set(methods)]]));
}

/**
 * Only the site itself may call from a browser, and on most setups its own origin needs no
 * permission.
 */
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
