import { randomUUID } from 'node:crypto';
import type { limitTable } from '../src/abuse/limit-table.ts';
import { createApp } from '../src/app.ts';
import type { Billing } from '../src/billing/context.ts';
import { keepInMemory } from '../src/billing/simulated/state.ts';
import { SimulatedProvider } from '../src/billing/simulated/simulated-provider.ts';
import { createServices } from '../src/create-services.ts';
import type { Database } from '../src/database/database.ts';
import { createLog } from '../src/log.ts';
import type { RenderedMail } from '../src/mail/kinds.ts';
import { makeSecrets } from '../src/secrets.ts';
import { readSettings } from '../src/read-settings.ts';
import { openTestDatabase } from './test-database.ts';

export interface CallOptions {
  method?: string;
  body?: unknown;
  token?: string | undefined;
  /** The client's network address; another one for each call where left out, so that limits stay out of the way. */
  address?: string;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

export interface SentMail extends RenderedMail {
  to: string;
}

/** The whole server without a socket, on the database of this run, with mails caught in a list. */
export async function createTestServer(
  options: {
    environment?: Record<string, string>;
    limitTable?: typeof limitTable;
    /** Parts of billing; the provider is the simulated one, in memory, where left out. */
    createBilling?: (db: Database) => Partial<Billing> | Promise<Partial<Billing>>;
    /** For what changes tables, or needs the database to be gone once the server is closed. */
    ownDatabase?: boolean;
  } = {},
) {
  const database = await openTestDatabase({ own: options.ownDatabase ?? false });
  const mails: SentMail[] = [];
  const lines: string[] = [];
  const publicUrl = 'http://localhost';
  const settings = readSettings({
    NODE_ENV: 'test',
    ALLOW_SIMULATED: 'yes',
    ...options.environment,
  });
  const simulated = new SimulatedProvider({
    store: keepInMemory(),
    publicUrl,
  });
  const services = createServices({
    settings,
    secrets: makeSecrets(),
    database,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    billing: { provider: simulated, ...(await options.createBilling?.(database.db)) },
    transport: {
      send: async (to, mail) => void mails.push({ to, ...mail }),
      close: () => undefined,
    },
    ...(options.limitTable === undefined ? {} : { limitTable: options.limitTable }),
    checkAnswers: true,
  });
  const app = createApp(services, async () => new Response('page', { status: 404 }));

  async function call(
    path: string,
    { method, body, token, address, headers }: CallOptions = {},
  ): Promise<Answered> {
    const sent = new Headers(headers);
    if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
    if (body !== undefined && !sent.has('content-type'))
      sent.set('content-type', 'application/json');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.request(
      path,
      {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: sent,
        ...(body === undefined ? {} : { body: text }),
      },
      { incoming: { socket: { remoteAddress: address ?? randomAddress() } } },
    );
    const received = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(received) : received,
    };
  }

  let people = 0;
  /** A new account with the password `password`, signed in. */
  async function join(changes: Record<string, unknown> = {}) {
    const email = `person${++people}@example.com`;
    const answer = await call('/api/auth/register', { body: { email, password, ...changes } });
    if (answer.status !== 200)
      throw new Error(`could not register: ${JSON.stringify(answer.body)}`);
    const { token, user } = answer.body as { token: string; user: { id: string; email: string } };
    return { email: user.email, id: user.id, token };
  }

  /** Pays for Pro with the simulated provider; without a token as somebody not signed in. */
  async function pay(email: string, token?: string): Promise<string> {
    const { body } = await call('/api/create-subscription-public', { body: { email }, token });
    await simulated.pay(body.clientSecret, 'good');
    return body.sessionId as string;
  }

  /** Confirms the address of a new account by its welcome mail. */
  async function confirmAddress({ email, token }: { email: string; token: string }) {
    const mail = await readMail(email);
    return call('/api/auth/confirm-email', { body: { token: mail.token }, token });
  }

  /** Sends what is due and gives the link of the newest mail to an address. */
  async function readMail(to: string): Promise<SentMail & { token: string }> {
    await services.outbox.sendDue();
    const mail = mails.findLast((one) => one.to === to);
    if (mail === undefined) throw new Error(`no mail to ${to}`);
    return { ...mail, token: /[?&](?:token|confirm)=([\w-]+)/.exec(mail.text)?.[1] ?? '' };
  }

  return {
    ...services,
    db: database.db,
    app,
    call,
    join,
    pay,
    confirmAddress,
    readMail,
    mails,
    /** Everything logged so far. */
    logged: () => lines.join(''),
    close: () => database.close(),
  };
}

export type TestServer = Awaited<ReturnType<typeof createTestServer>>;

export const password = 'Correct-Horse-7-Battery';

export function randomAddress(): string {
  const hex = randomUUID().replaceAll('-', '');
  return `2001:db8:${hex.slice(0, 4)}:${hex.slice(4, 8)}::1`;
}
