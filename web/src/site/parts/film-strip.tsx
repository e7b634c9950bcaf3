import type { ReactNode } from 'react';
import styles from './film-strip.module.css';

interface FilmStripProps {
  /** Lettering along the upper edge. */
  edge: string;
  children: ReactNode;
  className?: string | undefined;
}

/** A strip of film: perforations, lettering, and frames between. */
export function FilmStrip({ edge, children, className }: FilmStripProps) {
  return (
    <div className={`${styles.strip} ${className ?? ''}`}>
      <span className={`edge ${styles.edge}`} aria-hidden>
        {edge}
      </span>
      <div className={styles.frames}>{children}</div>
    </div>
  );
}
