import { type Endpoint, endpoints } from '@stillpix/contract';
import { fallbackLanguage, isLanguage } from '@stillpix/contract/languages';
import { sharePath } from '@stillpix/contract/paths';
import { Hono } from 'hono';
import { refuseOtherMethods } from './http/allowed-methods.ts';
import { answerErrors } from './http/answer-errors.ts';
import { ApiError } from './api-error.ts';
import { errorResponse } from './http/error-response.ts';
import { limitBodies } from './http/body-limit.ts';
import type { App, AppEnvironment } from './http/environment.ts';
import { allowOwnOrigin } from './http/own-origin.ts';
import { readRequestFacts } from './http/request-facts.ts';
import { logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveOwnData } from './routes/account-data.ts';
import { serveBilling, webhookBytes, webhookPath } from './routes/billing.ts';
import { serveContact } from './routes/contact.ts';
import { serveOperations } from './routes/operations.ts';
import { servePasswords } from './routes/passwords.ts';
import { serveProAccounts } from './routes/pro-accounts.ts';
import { serveEmailAddress } from './routes/email-address.ts';
import { serveProfile } from './routes/profile.ts';
import { serveSessions } from './routes/sessions.ts';
import { serveRegister } from './routes/register.ts';
import { serveSignIn } from './routes/sign-in.ts';
import { serveUsage } from './routes/usage.ts';
import type { Services } from './services.ts';
import type { ServeSite } from './site/site.ts';

/** The whole server as a function from request to response. */
export function createApp(services: Services, serveSite: ServeSite): App {
  const { settings, log, metrics, publicUrl } = services;
  const app = new Hono<AppEnvironment>();

  // In request order. They act on the answer in reverse order.
  app.use(readRequestFacts({ trustedProxies: settings.TRUSTED_PROXIES }));
  app.use(logRequests({ log, metrics }));
  app.use(setSecurityHeaders({ publicUrl }));
  app.use(allowOwnOrigin({ publicUrl }));
  // Reached only if the installed site has lost its service worker. Redirects to the page and reads
  // nothing.
  app.post(sharePath, (context) => {
    const language = context.req.query('language');
    const home = isLanguage(language) && language !== fallbackLanguage ? `/${language}` : '/';
    return context.body(null, 303, { location: `${home}?shared=failed`, connection: 'close' });
  });
  app.use(limitBodies({ byPath: bodyBytesByPath() }));

  serveSignIn(app, services);
  serveRegister(app, services);
  servePasswords(app, services);
  serveProAccounts(app, services);
  serveProfile(app, services);
  serveEmailAddress(app, services);
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

/** Body limits of paths that need more than the usual one. */
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
