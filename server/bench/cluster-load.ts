// What visitors, accounts and the payment provider ask in the course of a day, by autocannon.
import { randomUUID } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
import { keys } from '../testing/billing-fixture.ts';
import type { Site } from './cluster-parts.ts';

export interface Person {
  email: string;
  token: string;
}

export const password = 'Correct-Horse-7-Battery';

/** As many networks as visitors, so that none of them meets a limit. */
const visitors = 20_000;

let asked = 0;

/** The address of somebody whom a proxy names. */
export const nextAddress = (): string => `2001:db8:0:${(asked++ % visitors).toString(16)}::1`;

/** What was asked to be written, and what the server has said is written. */
export class Ledger {
  readonly asked = new Set<string>();
  readonly acknowledged = new Set<string>();
}

export interface Measured {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Broken connections and requests without an answer. */
  errors: number;
  /** Answers other than expected, by their status. */
  unexpected: Record<string, number>;
}

interface Asked {
  key?: string;
}

const json = { 'content-type': 'application/json' };

function get(path: string): Request {
  return {
    method: 'GET',
    path,
    setupRequest: (request) => ({ ...request, headers: { 'x-forwarded-for': nextAddress() } }),
  };
}

function post(path: string, makeBody: (context: Asked) => object): Request {
  return {
    method: 'POST',
    path,
    setupRequest: (request, context) => ({
      ...request,
      headers: { ...json, 'x-forwarded-for': nextAddress() },
      body: JSON.stringify(makeBody(context)),
    }),
  };
}

function asPerson(path: string, people: readonly Person[]): Request {
  return {
    method: 'GET',
    path,
    setupRequest: (request) => {
      const { token = '' } = people[asked % people.length] ?? {};
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': nextAddress() };
      return { ...request, headers };
    },
  };
}

/** A batch that is begun: a row of its own, under a key that the page has made. */
function begin(ledger: Ledger): Request {
  return {
    ...post('/api/validate-features', (context) => {
      context.key = randomUUID();
      ledger.asked.add(context.key);
      return { action: 'convert', fileCount: 3, conversionKey: context.key };
    }),
    onResponse: (status, _, context) => {
      const { key } = context as Asked;
      if (status === 200 && key !== undefined) ledger.acknowledged.add(key);
    },
  };
}

/** An event of the provider, old or new, signed now. */
function webhook({ stripe }: Site): Request {
  return {
    method: 'POST',
    path: '/api/stripe/webhook',
    setupRequest: (request) => {
      const { events } = stripe.ledger;
      const event = events[asked++ % events.length];
      if (event === undefined) throw new Error('the provider has no events');
      const { body, signature } = stripe.sign(event, keys.webhookSecret);
      return { ...request, headers: { ...json, 'stripe-signature': signature }, body };
    },
  };
}

const times = (count: number, make: () => Request) => Array.from({ length: count }, make);

/** A hundred requests in the order in which they are sent: half are pages, one in ten writes. */
function mix(site: Site, people: readonly Person[], ledger: Ledger): Request[] {
  const check = () =>
    post('/api/validate-features', () => ({ action: 'check_status', fileCount: 1 }));
  const signIn = () =>
    post('/api/auth/login', () => ({ email: people[asked % people.length]?.email, password }));
  const kinds = [
    ...times(20, () => get('/')),
    ...times(15, () => get('/heic-to-jpg')),
    ...times(10, () => get('/de')),
    ...times(10, () => get('/api/flags')),
    ...times(20, check),
    ...times(9, () => begin(ledger)),
    ...times(9, () => asPerson('/api/auth/user', people)),
    ...times(4, () => asPerson('/auth/usage', people)),
    ...times(2, () => webhook(site)),
    signIn(),
  ];
  // Spread out: a step that shares no divisor with the count visits each once.
  return kinds.map((_, index) => kinds[(index * 37) % kinds.length] ?? signIn());
}

export interface LoadOptions {
  url: string;
  seconds: number;
  connections: number;
  /** Requests a second for all connections together; as many as it takes where left out. */
  rate?: number;
}

/** Asks for some seconds, and tells how it was answered. */
export async function load(
  site: Site,
  people: readonly Person[],
  ledger: Ledger,
  { url, seconds, connections, rate }: LoadOptions,
): Promise<Measured> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
    timeout: 30,
    requests: mix(site, people, ledger),
  });
  const unexpected = Object.entries(result.statusCodeStats ?? {})
    .filter(([status]) => status !== '200')
    .map(([status, { count = 0 }]) => [status, count]);
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors,
    unexpected: Object.fromEntries(unexpected) as Record<string, number>,
  };
}
