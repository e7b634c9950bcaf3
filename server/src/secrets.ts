import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { prepareDataDirectory } from './data-directory.ts';
import { errorCode } from './error-code.ts';
import { blameDataDirectory, SettingsError } from './settings-error.ts';
import { type Settings } from './settings.ts';

export interface Secrets {
  /** Signs session tokens (HMAC-SHA-256) and keys the address hashes in the rate limit table. */
  session: Uint8Array;
  entitlementPrivate: KeyObject;
  entitlementPublic: KeyObject;
}

const fileSchema = z.object({
  sessionSecret: z.string().min(32),
  entitlementPrivateKey: z.string(),
});

/**
 * The configured secrets, or those in DATA_DIR/secrets.json, which are created on the first start.
 * Processes that share a database must share them.
 */
export async function loadSecrets(
  settings: Pick<Settings, 'DATA_DIR' | 'SESSION_SECRET' | 'ENTITLEMENT_PRIVATE_KEY'>,
): Promise<Secrets> {
  const configured =
    settings.SESSION_SECRET !== undefined && settings.ENTITLEMENT_PRIVATE_KEY !== undefined;
  const kept = configured ? undefined : await loadKept(settings.DATA_DIR).catch(blameDataDirectory);
  const session = settings.SESSION_SECRET ?? kept?.sessionSecret ?? '';
  const key = settings.ENTITLEMENT_PRIVATE_KEY ?? kept?.entitlementPrivateKey ?? '';
  const entitlementPrivate = readPrivateKey(key);
  return {
    session: new TextEncoder().encode(session),
    entitlementPrivate,
    entitlementPublic: createPublicKey(entitlementPrivate),
  };
}

/** New secrets that are not stored, for tests. */
export function makeSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { session: randomBytes(48), entitlementPrivate: privateKey, entitlementPublic: publicKey };
}

function readPrivateKey(base64: string): KeyObject {
  try {
    const key = createPrivateKey({
      key: Buffer.from(base64, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below by the setting's name, which OpenSSL's message lacks.
  }
  throw new SettingsError('ENTITLEMENT_PRIVATE_KEY must be an Ed25519 key (PKCS #8, base64)');
}

async function loadKept(directory: string): Promise<z.infer<typeof fileSchema>> {
  const path = join(directory, 'secrets.json');
  await prepareDataDirectory(directory);
  const made = {
    sessionSecret: randomBytes(48).toString('base64url'),
    entitlementPrivateKey: generateKeyPairSync('ed25519')
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64'),
  };
  // Written to a temporary file and then linked: of two processes that start together, one creates
  // the file and the other never sees half of it.
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    await link(aside, path);
    return made;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
  const parsed = fileSchema.safeParse(parseJson(await readFile(path, 'utf8')));
  if (!parsed.success) {
    throw new SettingsError(
      `${path} is damaged. Restore it from a backup, or remove it: all people are then signed out.`,
    );
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
