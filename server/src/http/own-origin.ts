import { createMiddleware } from 'hono/factory';
import type { AppEnvironment } from './environment.ts';

/** Allows only the site's own origin to read answers in a browser. */
export const allowOwnOrigin = (options: { publicUrl: string }) =>
  createMiddleware<AppEnvironment>(async function allowOrigin(context, next) {
    await next();
    if (context.req.header('origin') !== options.publicUrl) return;
    const { headers } = context.res;
    headers.set('access-control-allow-origin', options.publicUrl);
    headers.append('vary', 'origin');
  });
