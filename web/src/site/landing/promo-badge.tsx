import { useSyncExternalStore } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { usePromotionEnd } from '../browser/flags.ts';
import styles from './promo-badge.module.css';

/** Requirement L11. Not in the built page, because it depends on the server and the clock. */
export function PromoBadge() {
  const { live } = useMessages().site;
  const end = usePromotionEnd();
  const holds = useSyncExternalStore(
    (listener) => waitForEnd(end, listener),
    () => Date.now() < end,
    () => false,
  );
  return holds ? <p className={styles.badge}>{live.promo}</p> : null;
}

function waitForEnd(end: number, listener: () => void): () => void {
  const left = end - Date.now();
  if (left <= 0) return () => undefined;
  // Timers are limited to 2^31 ms, about 24 days. No page is open that long.
  const timer = setTimeout(listener, Math.min(left, 2_147_483_647));
  return () => clearTimeout(timer);
}
