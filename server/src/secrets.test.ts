import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (settings = {}) => loadSecrets({ DATA_DIR: join(folder, 'data'), ...settings });
const path = () => join(folder, 'data', 'secrets.json');

describe('secrets', () => {
  test('are made at the first start, for the owner only, and kept', async () => {
    const first = await load();
    const again = await load();
    expect(first.session.byteLength).toBeGreaterThanOrEqual(32);
    expect(again.session).toEqual(first.session);
    expect(again.entitlementPublic.equals(first.entitlementPublic)).toBe(true);
    expect(statSync(path()).mode & 0o077).toBe(0);
  });

  test('are the same for processes that start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => load()));
    expect(new Set(all.map(({ session }) => session.toString())).size).toBe(1);
  });

  test('differ from one installation to the next', async () => {
    const other = await loadSecrets({ DATA_DIR: join(folder, 'other') });
    expect(other.session).not.toEqual((await load()).session);
  });

  test('that are configured are taken, and nothing is written', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const SESSION_SECRET = 'Zk3v9Qw1xT7rB5nM8cL2yH6pD4sF0gJ-aE_uI';
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const secrets = await load({ SESSION_SECRET, ENTITLEMENT_PRIVATE_KEY: key });
    expect(new TextDecoder().decode(secrets.session)).toBe(SESSION_SECRET);
    expect(secrets.entitlementPrivate.equals(privateKey)).toBe(true);
    expect(() => readFileSync(path())).toThrow(/ENOENT/);
  });

  test('a key of another kind is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    for (const bad of [key, 'AAAA']) {
      await expect(load({ ENTITLEMENT_PRIVATE_KEY: bad })).rejects.toThrow(
        /must be an Ed25519 key/,
      );
    }
  });

  test('a damaged file is told, not silently replaced', async () => {
    await load();
    for (const damage of ['{"sessionSecret":', '{}']) {
      writeFileSync(path(), damage);
      await expect(load()).rejects.toThrow(/damaged/);
      expect(readFileSync(path(), 'utf8')).toBe(damage);
    }
  });
});
