import type { ReactNode } from 'react';
import styles from './note.module.css';

/** A paragraph of small print. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
