import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { createClientAddress } from './client-address.ts';
import { type AppEnvironment, socketAddress } from './environment.ts';

const maxUserAgent = 500;

/** Gives each request an id, and records the caller and the language. The answer carries the id. */
export const readRequestFacts = (options: { trustedProxies: readonly string[] }) => {
  const clientAddress = createClientAddress(options.trustedProxies);
  return createMiddleware<AppEnvironment>(async function readFacts(context, next) {
    const { req } = context;
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set('address', clientAddress(socketAddress(context), req.header('x-forwarded-for')));
    context.set('userAgent', (req.header('user-agent') ?? '').slice(0, maxUserAgent));
    context.set('acceptLanguage', req.header('accept-language'));
    await next();
    context.res.headers.set('x-request-id', requestId);
  });
};
