import { createHmac } from 'node:crypto';
import type { EndpointName } from '@stillpix/contract';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { rateLimits } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { addressGroup } from '../http/client-address.ts';

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
  deleteAccount: [per('account', 10, quarter)],
  exportData: [per('account', 10, hour)],
  checkAccount: [per('address', 60, hour)],
  setupProAccount: [per('email', 10, hour), per('address', 30, hour)],
  createSubscription: [per('email', 10, hour), per('address', 30, hour)],
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
  /** Addresses and e-mails are stored only as keyed hashes. */
  const hide = (value: string) =>
    createHmac('sha256', secret).update(value).digest('base64url').slice(0, 22);

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

  return {
    /** Counts one call. @throws ApiError `too-many-requests` when a limit is passed */
    async spend(name: EndpointName, client: Client): Promise<void> {
      const limits = table[name] ?? table.others;
      if (limits.length === 0) return;
      const shared = table[name] === undefined ? 'others' : name;
      const byKey = new Map(limits.map((limit) => [keyOf(shared, limit, client), limit]));
      // Always in the same order: two requests that lock the same rows then cannot deadlock.
      const keys = [...byKey.keys()].sort();
      const rows = keys.map((key) => {
        const seconds = byKey.get(key)?.seconds ?? 0;
        return { key, hits: 1, resetsAt: sql`now() + make_interval(secs => ${seconds})` };
      });
      const counted = await db
        .insert(rateLimits)
        .values(rows)
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            hits: sql`case when ${rateLimits.resetsAt} <= now() then 1 else ${rateLimits.hits} + 1 end`,
            resetsAt: sql`case when ${rateLimits.resetsAt} <= now() then excluded.resets_at else ${rateLimits.resetsAt} end`,
          },
        })
        .returning();
      let wait = 0;
      for (const { key, hits, resetsAt } of counted) {
        const limit = byKey.get(key);
        if (limit === undefined || hits <= limit.hits) continue;
        wait = Math.max(wait, Math.ceil((resetsAt.getTime() - Date.now()) / 1000), 1);
      }
      if (wait > 0) throw new ApiError('too-many-requests', { retryAfter: wait });
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
