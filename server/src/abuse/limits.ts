import type { EndpointName } from '@stillpix/contract';
import { inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { addressGroup, siteNetwork } from '../http/client-address.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createKnownDevices } from './known-devices.ts';
import { type Limit, limitTable } from './limit-table.ts';
import { createReservations } from './reservations.ts';
import { takeHits } from './take-hits.ts';

/**
 * Limits of at least this size restrict plain use, not guessing. Hits are taken from the database
 * in blocks.
 */
const generousHits = 300;

/**
 * How many times an address's limit the addresses of one IPv6 site have together. A site has 65,536
 * networks, each with limits of its own, and anybody can get one for free; but some providers share
 * one among their customers.
 */
const sitesShare = 50;

interface Client {
  address: string;
  userId: string | undefined;
  email: string | undefined;
  /** The browser's name from an earlier sign-in. */
  device?: string | undefined;
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counts in the database, so that all processes share the counts and a restart keeps them. While
 * the database is unavailable, calls are refused (503), never allowed.
 */
export function createLimits(db: Database, secret: Uint8Array, table = limitTable) {
  // Addresses and e-mails are stored only as keyed hashes.
  const hide = createKeyedHash(secret);
  const devices = createKnownDevices(db, hide);

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

  /** The limits with what they count, and for an address of IPv6 its site's beside its own. */
  function keyed(name: string, limits: readonly Limit[], client: Client) {
    const site = siteNetwork(client.address);
    return limits.flatMap((limit) => {
      const own = { key: keyOf(name, limit, client), limit };
      const isByAddress =
        limit.by === 'address' || (limit.by === 'account' && client.userId === undefined);
      if (site === null || !isByAddress) return [own];
      const key = `${name}/site/${limit.seconds}/${hide(site)}`;
      return [own, { key, limit: { ...limit, hits: sitesShare * limit.hits } }];
    });
  }

  const reservations = createReservations<Limit>(async (key, limit, hits) => {
    const [granted] = await takeHits(db, [{ key, limit, hits }]);
    if (granted === undefined) throw new Error('the count of a limit vanished');
    return granted;
  });

  /** Counts a call under several limits. Returns until when one of them refuses it, or 0. */
  async function count(name: string, limits: readonly Limit[], client: Client): Promise<number> {
    const exact = [];
    const ends = [];
    for (const { key, limit } of keyed(name, limits, client)) {
      if (limit.hits >= generousHits) ends.push(await reservations.spend(key, limit));
      else exact.push({ key, limit, hits: 1 });
    }
    const granted = exact.length === 0 ? [] : await takeHits(db, exact);
    for (const { hits, until } of granted) if (hits <= 0) ends.push(until);
    return Math.max(0, ...ends);
  }

  return {
    /** Counts one call. @throws ApiError `too-many-requests` when a limit is passed */
    async spend(name: EndpointName, client: Client): Promise<void> {
      const limits = table[name] ?? table.others;
      const shared = table[name] === undefined ? 'others' : name;
      const hasDevice = limits.some(({ by }) => by === 'device') && (await devices.isKnown(client));
      const applies = ({ by }: Limit) =>
        hasDevice ? by !== 'email' && by !== 'email+address' : by !== 'device';
      // The address's limits come first: requests beyond them must not count for the e-mail's
      // owner.
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

    /** Resets earlier failures from this address or browser, because the owner has signed in. */
    async forgive(name: EndpointName, client: Client): Promise<void> {
      const keys = (table[name] ?? [])
        .filter(({ by }) => by === 'email+address' || by === 'device')
        .map((limit) => keyOf(name, limit, client));
      if (keys.length > 0) await db.delete(rateLimits).where(inArray(rateLimits.key, keys));
    },

    nameDevice: devices.name,

    /** The stored form of a visitor's address. */
    hideAddress: (address: string) => hide(`visitor ${addressGroup(address)}`),
  };
}
