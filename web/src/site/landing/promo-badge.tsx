import { useSyncExternalStore } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { usePromotionEnd } from '../browser/flags.ts';
import styles from './promo-badge.module.css';

/** Requirement L11. Absent from the built page: only the server and the clock know whether it holds. */
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
  // A timer holds 2^31 ms at most, about 24 days; a page is not open that long.
  const timer = setTimeout(listener, Math.min(left, 2_147_483_647));
  return () => clearTimeout(timer);
}
