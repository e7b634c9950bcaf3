import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { currencies, defaultCurrency } from '@stillpix/contract/plans';
import { z } from 'zod';

const currency = z.enum(currencies).default(defaultCurrency);

const subscription = z.object({
  id: z.string(),
  currency,
  customerId: z.string(),
  attempt: z.string(),
  secret: z.string(),
  status: z.enum(['incomplete', 'incomplete_expired', 'active', 'past_due', 'canceled']),
  plan: z.enum(['monthly', 'annual']),
  startedAt: z.coerce.date(),
  /** From where its periods are counted; where it began, in files from before it was kept. */
  anchor: z.coerce.date().optional(),
  periodStart: z.coerce.date(),
  periodEnd: z.coerce.date(),
  cancelAtPeriodEnd: z.boolean(),
  endedAt: z.coerce.date().nullable(),
  /** The card that pays renewals. */
  card: z.string().nullable(),
  isFirst: z.boolean(),
});
export type SimulatedSubscription = z.infer<typeof subscription>;

const payment = z.object({
  id: z.string(),
  customerId: z.string(),
  subscriptionId: z.string(),
  currency,
  amount: z.number(),
  refunded: z.number(),
  status: z.enum(['paid', 'failed']),
  createdAt: z.coerce.date(),
  periodEnd: z.coerce.date(),
});
export type SimulatedPayment = z.infer<typeof payment>;

const state = z.object({
  customers: z.record(
    z.string(),
    z.object({
      email: z.string(),
      key: z.string(),
      /** In cents: what was left of plans that were changed, and pays what comes later. */
      credit: z.number().default(0),
    }),
  ),
  subscriptions: z.array(subscription),
  payments: z.array(payment),
});
export type SimulatedState = z.infer<typeof state>;

/** Where the pretended provider keeps what a real one would know. */
export interface StateStore {
  read(): Promise<SimulatedState>;
  write(state: SimulatedState): Promise<void>;
}

const empty = (): SimulatedState => ({ customers: {}, subscriptions: [], payments: [] });

export function keepInMemory(): StateStore {
  let kept = empty();
  return {
    read: async () => structuredClone(kept),
    write: async (next) => {
      kept = structuredClone(next);
    },
  };
}

/** Survives a restart of the development server. */
export function keepInFile(path: string): StateStore {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? empty() : state.parse(JSON.parse(text));
    },
    async write(next) {
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.new`;
      await writeFile(temporary, JSON.stringify(next, null, 2), { mode: 0o600 });
      await rename(temporary, path);
    },
  };
}
