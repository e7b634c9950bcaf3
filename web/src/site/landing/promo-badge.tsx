import { useSyncExternalStore } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import styles from './promo-badge.module.css';

/** Requirement L11: the offer ended then. */
const promoEnd = Date.UTC(2025, 7, 27, 6, 59);

function waitForEnd(listener: () => void): () => void {
  const left = promoEnd - Date.now();
  if (left <= 0) return () => undefined;
  // A timer holds 2^31 ms at most, about 24 days; a page is not open that long.
  const timer = setTimeout(listener, Math.min(left, 2_147_483_647));
  return () => clearTimeout(timer);
}

/** Absent from the built page: only the visitor's clock knows whether the offer still holds. */
export function PromoBadge() {
  const { live } = useMessages().site;
  const holds = useSyncExternalStore(
    waitForEnd,
    () => Date.now() < promoEnd,
    () => false,
  );
  return holds ? <p className={styles.badge}>{live.promo}</p> : null;
}
