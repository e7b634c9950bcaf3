import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

export interface RequestFacts {
  requestId: string;
  /** The client's address, behind trusted proxies. */
  address: string;
  userAgent: string;
  acceptLanguage: string | undefined;
}

export interface AppEnvironment {
  /** Set by `@hono/node-server`. Empty in tests that call `app.request()`. */
  Bindings: Partial<HttpBindings>;
  Variables: RequestFacts & { route?: string; userId?: string };
}

export type App = Hono<AppEnvironment>;

/** Empty without a socket, as in some tests. */
export function socketAddress(context: Context<AppEnvironment>): string {
  return context.env.incoming?.socket.remoteAddress ?? '';
}
