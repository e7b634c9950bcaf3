import type { ReactNode } from 'react';
import styles from './picture-strip.module.css';

interface PictureStripProps {
  /** Lettering along the upper edge. */
  edge: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Pictures side by side on a dark perforated strip, with lettering along its upper edge. */
export function PictureStrip({ edge, children, className }: PictureStripProps) {
  return (
    <div className={`${styles.strip} ${className ?? ''}`}>
      <span className={`edge ${styles.edge}`} aria-hidden>
        {edge}
      </span>
      <div className={styles.frames}>{children}</div>
    </div>
  );
}
