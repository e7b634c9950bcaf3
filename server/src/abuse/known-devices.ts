import { randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema.ts';

/** Whose browser is named: a row of `users`, or what of it tells its credentials from earlier ones. */
interface Owner {
  id: string;
  credentialsChangedAt: Date | null;
}

/** An account, and the name that a browser claims to have from a sign-in to it. */
interface Claim {
  email: string | undefined;
  device?: string | undefined;
}

/**
 * Browsers that have signed in to an account. Nothing is stored: a browser keeps its name, which carries a seal of
 * ours.
 * @param hide a keyed hash, without whose key nobody can make a seal
 */
export function createKnownDevices(db: Database, hide: (text: string) => string) {
  const sealOf = (email: string, name: string, version: string) =>
    hide(`device ${email} ${name}.${version}`);

  /** Changes with the account's credentials, and when the account is deleted and made anew. */
  const versionOf = ({ id, credentialsChangedAt }: Owner) =>
    hide(`credentials ${id} ${credentialsChangedAt?.getTime() ?? 'unchanged'}`);

  /** The parts of a browser's name, or `null` where it lacks our seal for this account. */
  function readDevice(email: string, device: string): { name: string; version: string } | null {
    const [name = '', version = '', seal = '', ...rest] = device.split('.');
    // With parts of its own behind the seal a browser could take any number of names, each with tries of its own.
    const isOurs = isSame(seal, sealOf(email, name, version)) && rest.length === 0;
    return isOurs ? { name, version } : null;
  }

  return {
    /**
     * Whether the account has signed in with this browser since its credentials last changed: whoever
     * signed in before may be a stranger. Only for a name with our seal is the account looked up, so
     * nobody else can learn by the time taken whether there is one.
     */
    async isKnown({ email, device }: Claim): Promise<boolean> {
      const named = readDevice(email ?? '', device ?? '');
      if (email === undefined || named === null) return false;
      const [owner] = await db
        .select({ id: users.id, credentialsChangedAt: users.credentialsChangedAt })
        .from(users)
        .where(eq(users.email, email));
      return owner !== undefined && isSame(named.version, versionOf(owner));
    },

    /**
     * A name for a browser whose user has just proved to own the account.
     * @param device what it was called at an earlier sign-in: it keeps that where we did call it so
     */
    name: (owner: Owner & { email: string }, device = ''): string => {
      const version = versionOf(owner);
      const name = readDevice(owner.email, device)?.name ?? randomBytes(12).toString('base64url');
      return `${name}.${version}.${sealOf(owner.email, name, version)}`;
    },
  };
}

/** Compares in constant time, so that a seal cannot be guessed piece by piece. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
