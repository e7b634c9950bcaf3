import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

export interface RequestFacts {
  requestId: string;
  /** The client's address, proxies taken into account. */
  address: string;
  userAgent: string;
  acceptLanguage: string | undefined;
}

export interface AppEnvironment {
  /** What `@hono/node-server` hands over; nothing in tests that call `app.request()`. */
  Bindings: Partial<HttpBindings>;
  Variables: RequestFacts & { route?: string; userId?: string };
}

export type App = Hono<AppEnvironment>;

/** Empty where there is no socket, as in some tests. */
export function socketAddress(context: Context<AppEnvironment>): string {
  return context.env.incoming?.socket.remoteAddress ?? '';
}
