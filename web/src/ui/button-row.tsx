import type { ReactNode } from 'react';
import styles from './button-row.module.css';

interface ButtonRowProps {
  /** Whether the buttons share the whole width. */
  fills?: boolean;
  children: ReactNode;
}

/** Buttons beside each other, in as many lines as they need. */
export function ButtonRow({ fills, children }: ButtonRowProps) {
  return (
    <div className={styles.row} data-fills={fills}>
      {children}
    </div>
  );
}
