import { randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * The owner of a browser's name: a row of `users`, or the parts of it that change with its
 * credentials.
 */
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
 * Browsers that have signed in to an account. The server stores nothing: a browser keeps its name,
 * which carries our seal.
 * @param hide a keyed hash; without its key nobody can make a seal
 */
export function createKnownDevices(db: Database, hide: (text: string) => string) {
  const sealOf = (email: string, name: string, version: string) =>
    hide(`device ${email} ${name}.${version}`);

  /** Changes with the account's credentials, and when the account is deleted and created again. */
  const versionOf = ({ id, credentialsChangedAt }: Owner) =>
    hide(`credentials ${id} ${credentialsChangedAt?.getTime() ?? 'unchanged'}`);

  /** The parts of a browser's name. `null` if it lacks our seal for this account. */
  function readDevice(email: string, device: string): { name: string; version: string } | null {
    const [name = '', version = '', seal = '', ...rest] = device.split('.');
    // Parts after the seal would give a browser any number of names, each with its own attempts.
    const isOurs = isSame(seal, sealOf(email, name, version)) && rest.length === 0;
    return isOurs ? { name, version } : null;
  }

  return {
    /**
     * Whether the account has signed in with this browser since its credentials last changed; an
     * earlier sign-in may have been a stranger's. Looks the account up only for a name with our
     * seal, so that nobody else can learn from the timing whether it exists.
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
     * @param device its name from an earlier sign-in; it is kept if it is one of ours
     */
    name: (owner: Owner & { email: string }, device = ''): string => {
      const version = versionOf(owner);
      const name = readDevice(owner.email, device)?.name ?? randomBytes(12).toString('base64url');
      return `${name}.${version}.${sealOf(owner.email, name, version)}`;
    },
  };
}

/** Compares in constant time, so that a seal cannot be guessed byte by byte. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
