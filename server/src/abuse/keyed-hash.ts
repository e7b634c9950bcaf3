import { createHmac, createSecretKey } from 'node:crypto';

/**
 * Hashes addresses and the like where only equality matters. Without the secret, nobody can find
 * out which address a hash belongs to.
 */
export function createKeyedHash(secret: Uint8Array): (value: string) => string {
  const key = createSecretKey(secret);
  return (value) => createHmac('sha256', key).update(value).digest('base64url').slice(0, 22);
}
