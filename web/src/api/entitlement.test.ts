import { describe, expect, test } from 'vitest';
import { isEntitled } from './entitlement.ts';

const now = Date.UTC(2026, 10, 21);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (userId: string) => `${encode({ alg: 'HS256' })}.${encode({ userId })}.signature`;

const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const stranger = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);

async function sign(claims: object, key = pair.privateKey): Promise<string> {
  const text = `${encode({ alg: 'EdDSA' })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

const claims = { userId: 'ada', plan: 'pro', expires: now / 1000 + 3600 };
const check = (jws: string, token = tokenOf('ada'), at = now) =>
  isEntitled(jws, token, pair.publicKey, at);

describe('a statement of Pro', () => {
  test('signed by the server, for this user and not expired, is believed', async () => {
    expect(await check(await sign(claims))).toBe(true);
  });

  test('is worth nothing once it has expired', async () => {
    expect(await check(await sign(claims), tokenOf('ada'), now + 3_600_000)).toBe(false);
  });

  test('is worth nothing to another user', async () => {
    expect(await check(await sign(claims), tokenOf('eve'))).toBe(false);
  });

  test('is worth nothing when signed with another key', async () => {
    expect(await check(await sign(claims, stranger.privateKey))).toBe(false);
  });

  test('that says free gives nothing', async () => {
    expect(await check(await sign({ ...claims, plan: 'free' }))).toBe(false);
  });

  test('with one changed claim, part or byte is refused', async () => {
    const [header = '', , signature = ''] = (await sign(claims)).split('.');
    const later = encode({ ...claims, expires: claims.expires + 86_400 });
    expect(await check(`${header}.${later}.${signature}`)).toBe(false);
    expect(await check(`${await sign(claims)}.more`)).toBe(false);
    expect(await check(`${encode({ alg: 'none' })}.${encode(claims)}.`)).toBe(false);
  });
});
