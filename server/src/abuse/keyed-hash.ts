import { createHmac, createSecretKey } from 'node:crypto';

/**
 * The form in which addresses and the like are kept where only "the same as before" matters:
 * without the secret nobody can try out which address a hash belongs to.
 */
export function createKeyedHash(secret: Uint8Array): (value: string) => string {
  const key = createSecretKey(secret);
  return (value) => createHmac('sha256', key).update(value).digest('base64url').slice(0, 22);
}
