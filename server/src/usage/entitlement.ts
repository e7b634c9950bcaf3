import type { KeyObject } from 'node:crypto';
import { entitlementDays } from '@stillpix/contract/lifetimes';
import type { Entitlement } from '@stillpix/contract';
import { CompactSign } from 'jose';
import type { SignedInCaller } from '../accounts/caller.ts';
import { addDays } from '../days.ts';

/**
 * Signs what the page may assume while offline: for a week at most, and never longer than Pro
 * lasts.
 */
export async function signEntitlement(
  caller: SignedInCaller,
  key: KeyObject,
): Promise<{ entitlement: string; expires: string }> {
  const week = addDays(new Date(), entitlementDays).getTime();
  const end = Math.min(week, caller.proUntil?.getTime() ?? week);
  const claims: Entitlement = {
    userId: caller.userId,
    plan: caller.isPro ? 'pro' : 'free',
    expires: Math.floor(end / 1000),
  };
  const entitlement = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'stillpix-entitlement' })
    .sign(key);
  return { entitlement, expires: new Date(claims.expires * 1000).toISOString() };
}

/** The public key as JWK. */
export function publicKeyOf(key: KeyObject): { kty: 'OKP'; crv: 'Ed25519'; x: string } {
  return { kty: 'OKP', crv: 'Ed25519', x: String(key.export({ format: 'jwk' }).x) };
}
