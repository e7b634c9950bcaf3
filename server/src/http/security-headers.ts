import { createMiddleware } from 'hono/factory';
import { apiPolicy, commonHeaders } from './site-headers.ts';
import type { AppEnvironment } from './environment.ts';

/** Sets the security headers on every answer that has none of its own, as pages do. */
export const setSecurityHeaders = (options: { publicUrl: string }) => {
  const everywhere = Object.entries({
    ...commonHeaders(options.publicUrl),
    'content-security-policy': apiPolicy,
  });
  return createMiddleware<AppEnvironment>(async function setHeaders(context, next) {
    await next();
    const { headers } = context.res;
    for (const [name, value] of everywhere) {
      if (!headers.has(name)) headers.set(name, value);
    }
  });
};
