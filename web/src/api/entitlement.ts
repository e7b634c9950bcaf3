import { type Entitlement } from '@stillpix/contract';
import { call } from './call.ts';
import { readToken } from './request.ts';

const storageKey = 'stillpix_entitlement';

// Requested from the server, never read from the page's storage: anybody could put a key there, and
// sign a statement with it. Without a network the service worker answers with the key it kept
// (decision 010).
let publicKey: Promise<CryptoKey> | undefined;

async function fetchKey(): Promise<CryptoKey> {
  const jwk = await call('entitlementKey');
  return crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
}

function loadKey(): Promise<CryptoKey> {
  publicKey ??= fetchKey();
  publicKey.catch(() => {
    publicKey = undefined;
  });
  return publicKey;
}

/** Stores the server's signed statement of Pro, for use without a connection. */
export async function renewEntitlement(): Promise<void> {
  try {
    const [{ entitlement }] = await Promise.all([call('entitlement'), loadKey()]);
    localStorage.setItem(storageKey, entitlement);
  } catch {
    // Without a statement there is no Pro offline; online nothing changes.
  }
}

export function dropEntitlement(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is off, so there is no statement.
  }
}

/** Whether a statement that the server signed for this sign-in grants Pro now. */
export async function isEntitledOffline(): Promise<boolean> {
  try {
    const token = readToken();
    const stored = localStorage.getItem(storageKey);
    if (token === null || stored === null) return false;
    return await isEntitled(stored, token, await loadKey(), Date.now());
  } catch {
    return false;
  }
}

/**
 * Whether a compact JWS (RFC 7515, EdDSA by RFC 8037) is signed with `key`, is for the user of
 * `token`, grants Pro and has not expired.
 */
export async function isEntitled(
  jws: string,
  token: string,
  key: CryptoKey,
  nowMs: number,
): Promise<boolean> {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.');
  if (rest.length > 0) return false;
  const isSigned = await crypto.subtle.verify(
    'Ed25519',
    key,
    decodeBytes(signature),
    new TextEncoder().encode(`${header}.${payload}`),
  );
  if (!isSigned) return false;
  const said = decodeJson(payload) as Partial<Entitlement>;
  const { userId } = decodeJson(token.split('.')[1] ?? '') as { userId?: string };
  return (
    said.plan === 'pro' &&
    said.userId !== undefined &&
    said.userId === userId &&
    typeof said.expires === 'number' &&
    said.expires * 1000 > nowMs
  );
}

function decodeBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function decodeJson(base64url: string): unknown {
  return JSON.parse(new TextDecoder().decode(decodeBytes(base64url)));
}
