import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EndpointName } from '@stillpix/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rateLimits, users } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { addressGroup } from '../http/client-address.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createReservations, type Granted } from './reservations.ts';

/**
 * `address`: the client's network address. `email`: the account that the request names, whoever
 * sends it. `email+address`: that account from that address. `account`: the signed-in user, or the
 * address of an anonymous caller. `device`: a browser that the named account has signed in with since
 * its credentials last changed.
 */
type Counted = 'address' | 'email' | 'email+address' | 'account' | 'device';

interface Limit {
  by: Counted;
  hits: number;
  seconds: number;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** From here on a limit is on plain use, not on guessing, and is taken from the database in blocks. */
const generousHits = 300;

const per = (by: Counted, hits: number, seconds: number): Limit => ({ by, hits, seconds });

/**
 * How often each endpoint may be asked. Those that are not named share `others`.
 *
 * Limits by `email` could be used up by strangers to lock an owner out. So what its address has too
 * much of does not count for the e-mail, and a browser that the account knows is counted by itself
 * instead, where the table names `device`.
 */
export const limitTable: Partial<Record<EndpointName, Limit[]>> & { others: Limit[] } = {
  // Guessing a password: few tries at one account from one place, more from everywhere together,
  // and a ceiling for one place trying many.
  login: [
    per('email+address', 10, quarter),
    per('address', 100, quarter),
    per('email', 100, hour),
    per('device', 10, quarter),
  ],
  // These send mails to the address.
  register: [per('email+address', 5, hour), per('address', 20, hour), per('email', 20, hour)],
  forgotPassword: [
    per('email+address', 3, hour),
    per('address', 30, hour),
    per('email', 20, hour),
    per('device', 3, hour),
  ],
  resetPassword: [per('address', 30, hour)],
  confirmEmail: [per('address', 30, hour)],
  changePassword: [per('account', 10, quarter)],
  changeEmail: [per('account', 5, hour), per('email', 20, hour)],
  resendConfirmation: [per('account', 5, hour)],
  deleteAccount: [per('account', 10, quarter)],
  exportData: [per('account', 10, hour)],
  checkAccount: [per('address', 60, hour)],
  setupProAccount: [per('email+address', 10, hour), per('address', 30, hour)],
  createSubscription: [per('email+address', 10, hour), per('address', 30, hour)],
  contact: [per('email+address', 5, hour), per('address', 10, hour)],
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
  /** What the browser sends as its name from an earlier sign-in. */
  device?: string | undefined;
}

/** Whose browser is named: a row of `users`, or what of it tells its credentials from earlier ones. */
interface Owner {
  id: string;
  credentialsChangedAt: Date | null;
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counts in the database, so that all processes share the counts and a restart does not forget
 * them. When the database is away a call is refused (503), never let through.
 */
export function createLimits(db: Database, secret: Uint8Array, table = limitTable) {
  // Addresses and e-mails are stored only as keyed hashes.
  const hide = createKeyedHash(secret);

  const sealOf = (email: string, name: string, version: string) =>
    hide(`device ${email} ${name}.${version}`);

  /** Another one after each change of the credentials, and for an account made anew. */
  const versionOf = ({ id, credentialsChangedAt }: Owner) =>
    hide(`credentials ${id} ${credentialsChangedAt?.getTime() ?? 'unchanged'}`);

  /** What a name of a browser says that has our seal for the account, or `null`. */
  function readDevice(email: string, device: string): { name: string; version: string } | null {
    const [name = '', version = '', seal = '', ...rest] = device.split('.');
    // Something more would be another name for the same browser, whose tries are counted by themselves.
    const isOurs = isSame(seal, sealOf(email, name, version)) && rest.length === 0;
    return isOurs ? { name, version } : null;
  }

  /**
   * Whether the account has signed in with this browser since its credentials last changed: whoever
   * signed in before may be a stranger. Only for a name with our seal is the account looked up, so
   * nobody else can learn by the time taken whether there is one.
   */
  async function isKnown({ email, device }: Client): Promise<boolean> {
    const named = readDevice(email ?? '', device ?? '');
    if (email === undefined || named === null) return false;
    const [owner] = await db
      .select({ id: users.id, credentialsChangedAt: users.credentialsChangedAt })
      .from(users)
      .where(eq(users.email, email));
    return owner !== undefined && isSame(named.version, versionOf(owner));
  }

  function keyOf(name: string, { by, seconds }: Limit, client: Client): string {
    const address = addressGroup(client.address);
    const subject = {
      address,
      email: client.email ?? '',
      'email+address': `${client.email ?? ''} ${address}`,
      account: client.userId ?? address,
      device: `${client.email ?? ''} ${client.device ?? ''}`,
    }[by];
    return `${name}/${by}/${seconds}/${hide(subject)}`;
  }

  /** Takes hits in the database: how many of them each limit gives, and until when it counts. */
  async function take(
    asked: readonly { key: string; limit: Limit; hits: number }[],
  ): Promise<Granted[]> {
    // Always in the same order: two requests that lock the same rows then cannot deadlock.
    const sorted = asked.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const rows = sorted.map(({ key, limit, hits }) => ({
      key,
      hits,
      resetsAt: sql`now() + make_interval(secs => ${limit.seconds})`,
    }));
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
    return counted.map(({ key, hits: total, resetsAt }) => {
      const found = sorted.find((one) => one.key === key);
      const hits = found?.hits ?? 0;
      const max = found?.limit.hits ?? 0;
      return { hits: Math.min(hits, max - (total - hits)), until: resetsAt.getTime() };
    });
  }

  const reservations = createReservations<Limit>(async (key, limit, hits) => {
    const [granted] = await take([{ key, limit, hits }]);
    if (granted === undefined) throw new Error('the count of a limit vanished');
    return granted;
  });

  /** Counts under several limits. The time until which one of them refuses, or 0. */
  async function count(name: string, limits: readonly Limit[], client: Client): Promise<number> {
    const exact = [];
    const ends = [];
    for (const limit of limits) {
      const key = keyOf(name, limit, client);
      if (limit.hits >= generousHits) ends.push(await reservations.spend(key, limit));
      else exact.push({ key, limit, hits: 1 });
    }
    const granted = exact.length === 0 ? [] : await take(exact);
    for (const { hits, until } of granted) if (hits <= 0) ends.push(until);
    return Math.max(0, ...ends);
  }

  return {
    /** Counts one call. @throws ApiError `too-many-requests` when a limit is passed */
    async spend(name: EndpointName, client: Client): Promise<void> {
      const limits = table[name] ?? table.others;
      const shared = table[name] === undefined ? 'others' : name;
      const hasDevice = limits.some(({ by }) => by === 'device') && (await isKnown(client));
      const applies = ({ by }: Limit) =>
        hasDevice ? by !== 'email' && by !== 'email+address' : by !== 'device';
      // First what the place may do: what it has too much of must not count for the e-mail's owner.
      const isShared = ({ by }: Limit) => by === 'email';
      let until = 0;
      for (const group of [
        limits.filter((limit) => applies(limit) && !isShared(limit)),
        limits.filter((limit) => applies(limit) && isShared(limit)),
      ]) {
        if (until === 0) until = await count(shared, group, client);
      }
      if (until > 0) {
        const seconds = Math.ceil((until - Date.now()) / 1000);
        throw new ApiError('too-many-requests', { retryAfter: Math.max(1, seconds) });
      }
    },

    /** The owner has shown up: earlier failures from this address or browser no longer count. */
    async forgive(name: EndpointName, client: Client): Promise<void> {
      const keys = (table[name] ?? [])
        .filter(({ by }) => by === 'email+address' || by === 'device')
        .map((limit) => keyOf(name, limit, client));
      if (keys.length > 0) await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
    },

    /**
     * A name for a browser whose user has just proved to own the account.
     * @param device what it was called at an earlier sign-in: it keeps that where we did call it so
     */
    nameDevice(owner: Owner & { email: string }, device = ''): string {
      const version = versionOf(owner);
      const name = readDevice(owner.email, device)?.name ?? randomBytes(12).toString('base64url');
      return `${name}.${version}.${sealOf(owner.email, name, version)}`;
    },

    /** The form in which a visitor's address may be kept. */
    hideAddress: (address: string) => hide(`visitor ${addressGroup(address)}`),
  };
}

/** In a time that does not tell how much of both is the same. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
