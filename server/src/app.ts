import { type Endpoint, endpoints } from '@stillpix/contract';
import { sharePath } from '@stillpix/contract/paths';
import { Hono } from 'hono';
import { serveOwnData } from './accounts/data-routes.ts';
import { servePasswords } from './accounts/password-routes.ts';
import { serveProAccounts } from './accounts/pro-account-routes.ts';
import { serveProfile } from './accounts/profile-routes.ts';
import { serveSessions } from './accounts/session-routes.ts';
import { serveSignIn } from './accounts/sign-in-routes.ts';
import { serveBilling, webhookBytes, webhookPath } from './billing/routes.ts';
import { refuseOtherMethods } from './http/allowed-methods.ts';
import { answerErrors } from './http/answer-errors.ts';
import { ApiError, errorResponse } from './http/api-error.ts';
import { limitBodies } from './http/body-limit.ts';
import type { App, AppEnvironment } from './http/endpoint.ts';
import { allowOwnOrigin } from './http/own-origin.ts';
import { readRequestFacts } from './http/request-facts.ts';
import { logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveContact } from './mail/routes.ts';
import { serveOperations } from './operations/routes.ts';
import type { Services } from './services.ts';
import type { ServeSite } from './site/site.ts';
import { serveUsage } from './usage/routes.ts';

/** The whole server as one function from request to response. */
export function createApp(services: Services, serveSite: ServeSite): App {
  const { settings, log, metrics, publicUrl } = services;
  const app = new Hono<AppEnvironment>();

  // In the order of a request; what they do to the answer happens in the opposite order.
  app.use(readRequestFacts({ trustedProxies: settings.TRUSTED_PROXIES }));
  app.use(logRequests({ log, metrics }));
  app.use(setSecurityHeaders({ publicUrl }));
  app.use(allowOwnOrigin({ publicUrl }));
  // Only where the installed site has lost its service worker: back to the page, and nothing is read.
  app.post(sharePath, (context) =>
    context.body(null, 303, { location: '/?shared=failed', connection: 'close' }),
  );
  app.use(limitBodies({ byPath: bodyBytesByPath() }));

  serveSignIn(app, services);
  servePasswords(app, services);
  serveProAccounts(app, services);
  serveProfile(app, services);
  serveSessions(app, services);
  serveOwnData(app, services);
  serveUsage(app, services);
  serveBilling(app, services);
  serveContact(app, services);
  serveOperations(app, services);
  refuseOtherMethods(app, { publicUrl });
  app.all('/api/*', () => {
    throw new ApiError('not-found');
  });
  app.on(['GET', 'HEAD'], '*', (context) => serveSite(context.req.raw));

  app.notFound((context) => {
    const error = new ApiError('method-not-allowed', { allowed: ['GET', 'HEAD'] });
    return errorResponse(error, context.get('requestId'));
  });
  app.onError(answerErrors({ log }));
  return app;
}

/** Of the paths that take more than the usual body. */
function bodyBytesByPath(): Map<string, number> {
  const found = new Map([[webhookPath, webhookBytes]]);
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    if (endpoint.bodyBytes === undefined) continue;
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      found.set(path, endpoint.bodyBytes);
    }
  }
  return found;
}
