import { defaultFlags, isFlagOn, type FlagKey, type ServedFlag } from '@stillpix/contract/flags';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { numberOfBrowser } from './browser-number.ts';
import { siteVersion } from './site-version.ts';

let flags: readonly ServedFlag[] = defaultFlags;
/** Milliseconds since 1970; zero if there is no promotion, or until that is known. */
let promotionEnd = 0;
let asked = false;
const listeners = new Set<() => void>();

async function fetchFlags(): Promise<void> {
  try {
    const answer = await call('flags');
    flags = answer.flags;
    promotionEnd = answer.promotionEnds === null ? 0 : Date.parse(answer.promotionEnds);
    for (const listener of listeners) listener();
  } catch {
    // Without the server the defaults in the code apply.
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

/** Whether a feature is on for this visitor. Prerendered pages assume the defaults. */
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
    browser: numberOfBrowser(),
    plan: isPro ? 'pro' : 'free',
    language,
    version: siteVersion,
  });
}

/** When the operator's promotion ends, in milliseconds since 1970. */
export function usePromotionEnd(): number {
  return useSyncExternalStore(
    subscribe,
    () => promotionEnd,
    () => 0,
  );
}
