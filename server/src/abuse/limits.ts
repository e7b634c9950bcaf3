import type { EndpointName } from '@stillpix/contract';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { rateLimits } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { addressGroup } from '../http/client-address.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { blockOf, createReservations } from './reservations.ts';

/**
 * `address`: the client's network address. `email`: the account that the request names, whoever
 * sends it. `email+address`: that account from that address. `account`: the signed-in user, or the
 * address of an anonymous caller.
 */
type Counted = 'address' | 'email' | 'email+address' | 'account';

interface Limit {
  by: Counted;
  hits: number;
  seconds: number;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

const per = (by: Counted, hits: number, seconds: number): Limit => ({ by, hits, seconds });

/** How often each call may be made. Those that are not named share `others`. */
export const limitTable: Partial<Record<EndpointName, Limit[]>> & { others: Limit[] } = {
  // Guessing a password: few tries at one account from one place, more from everywhere together so
  // that a stranger cannot easily lock the owner out, and a ceiling for one place trying many.
  login: [per('email+address', 10, quarter), per('email', 100, hour), per('address', 100, quarter)],
  register: [per('email', 5, hour), per('address', 20, hour)],
  forgotPassword: [per('email', 5, hour), per('address', 30, hour)],
  resetPassword: [per('address', 30, hour)],
  confirmEmail: [per('address', 30, hour)],
  changePassword: [per('account', 10, quarter)],
  changeEmail: [per('account', 5, hour)],
  resendConfirmation: [per('account', 5, hour)],
  deleteAccount: [per('account', 10, quarter)],
  exportData: [per('account', 10, hour)],
  checkAccount: [per('address', 60, hour)],
  setupProAccount: [per('email', 10, hour), per('address', 30, hour)],
  createSubscription: [per('email', 10, hour), per('address', 30, hour)],
  contact: [per('email', 5, hour), per('address', 10, hour)],
  validateFeatures: [per('account', 300, minute)],
  conversions: [per('account', 300, minute)],
  // Cheap and the same for everybody; the answers are kept in memory.
  flags: [],
  stats: [],
  entitlementKey: [],
  health: [],
  others: [per('account', 300, minute)],
};

interface Client {
  address: string;
  userId: string | undefined;
  email: string | undefined;
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counts in the database, so that all processes share the counts and a restart does not forget
 * them. When the database is away a call is refused (503), never let through.
 */
export function createLimits(db: Database, secret: Uint8Array, table = limitTable) {
  const hide = createKeyedHash(secret);

  function keyOf(name: string, { by, seconds }: Limit, client: Client): string {
    const address = addressGroup(client.address);
    const subject = {
      address,
      email: client.email ?? '',
      'email+address': `${client.email ?? ''} ${address}`,
      account: client.userId ?? address,
    }[by];
    return `${name}/${by}/${seconds}/${hide(subject)}`;
  }

  const reservations = createReservations();

  /** Takes hits in the database. The time until which a limit refuses them, or 0. */
  async function take(asked: Map<string, Limit>): Promise<number> {
    // Always in the same order: two requests that lock the same rows then cannot deadlock.
    const keys = [...asked.keys()].sort();
    const rows = keys.map((key) => {
      const { hits = 0, seconds = 0 } = asked.get(key) ?? {};
      return { key, hits: blockOf(hits), resetsAt: sql`now() + make_interval(secs => ${seconds})` };
    });
    const isOver = sql`${rateLimits.resetsAt} <= now()`;
    const counted = await db
      .insert(rateLimits)
      .values(rows)
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          hits: sql`case when ${isOver} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
          resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
        },
      })
      .returning();
    let refusedUntil = 0;
    for (const { key, hits, resetsAt } of counted) {
      const most = asked.get(key)?.hits ?? 0;
      const block = blockOf(most);
      const granted = Math.min(block, most - (hits - block));
      if (block > 1) reservations.keep(key, granted, resetsAt.getTime());
      if (granted <= 0) refusedUntil = Math.max(refusedUntil, resetsAt.getTime());
    }
    return refusedUntil;
  }

  return {
    /** Counts one call. @throws ApiError `too-many-requests` when a limit is passed */
    async spend(name: EndpointName, client: Client): Promise<void> {
      const limits = table[name] ?? table.others;
      const shared = table[name] === undefined ? 'others' : name;
      const asked = new Map<string, Limit>();
      let refusedUntil = 0;
      for (const limit of limits) {
        const key = keyOf(shared, limit, client);
        const held = reservations.take(key);
        if (held.outcome === 'ask') asked.set(key, limit);
        if (held.outcome === 'refused') refusedUntil = Math.max(refusedUntil, held.until);
      }
      if (asked.size > 0) refusedUntil = Math.max(refusedUntil, await take(asked));
      if (refusedUntil > 0) {
        const seconds = Math.ceil((refusedUntil - Date.now()) / 1000);
        throw new ApiError('too-many-requests', { retryAfter: Math.max(1, seconds) });
      }
    },

    /** The owner has shown up: earlier failures from this address no longer count. */
    async forgive(name: EndpointName, client: Client): Promise<void> {
      const keys = (table[name] ?? [])
        .filter(({ by }) => by === 'email+address')
        .map((limit) => keyOf(name, limit, client));
      if (keys.length > 0) await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
    },

    /** The form in which a visitor's address may be kept. */
    hideAddress: (address: string) => hide(`visitor ${addressGroup(address)}`),
  };
}
