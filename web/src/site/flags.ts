import { apiPaths } from '@stillpix/contract/paths';
import { defaultFlags, isFlagOn, type Flag, type FlagKey } from '@stillpix/contract/flags';
import { useSyncExternalStore } from 'react';
import { requestJson } from '../api/request.ts';
import { useSession } from '../api/session.ts';
import { useLanguage } from '../i18n/messages.ts';

/** Of the site, for flags that ask for a version. */
const version = '0.1.0';
const bucketKey = 'feature_rollout_percentage';

let flags: readonly Flag[] = defaultFlags;
let asked = false;
const listeners = new Set<() => void>();

async function fetchFlags(): Promise<void> {
  try {
    const answer = await requestJson<{ flags: Flag[] }>(apiPaths.flags);
    flags = answer.flags;
    for (const listener of listeners) listener();
  } catch {
    // Without the server the defaults in the code hold.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void fetchFlags();
  }
  return () => listeners.delete(listener);
}

/** The last two digits of a number drawn once per browser: 0 to 99. */
export function rolloutBucket(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  random: () => number,
): number {
  const stored = Number(storage.getItem(bucketKey) ?? Number.NaN);
  if (Number.isInteger(stored) && stored >= 0 && stored < 100) return stored;
  const drawn = Math.floor(random() * 1_000_000) % 100;
  storage.setItem(bucketKey, String(drawn));
  return drawn;
}

function bucketOfBrowser(): number {
  try {
    return rolloutBucket(localStorage, Math.random);
  } catch {
    // Storage is off: the visitor gets what everyone gets.
    return 99;
  }
}

/** Whether a feature is on for this visitor; the built page assumes the defaults. */
export function useFlag(key: FlagKey): boolean {
  const language = useLanguage();
  const { isPro } = useSession();
  const current = useSyncExternalStore(
    subscribe,
    () => flags,
    () => defaultFlags,
  );
  const flag = current.find((candidate) => candidate.key === key);
  if (!flag) return false;
  if (current === defaultFlags) return flag.enabled;
  return isFlagOn(flag, {
    bucket: bucketOfBrowser(),
    plan: isPro ? 'pro' : 'free',
    language,
    version,
  });
}
