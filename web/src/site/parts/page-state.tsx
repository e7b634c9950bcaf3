import { brand } from '@stillpix/contract/brand';
import { useEffect, useRef, type ReactNode } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './page-state.module.css';

interface PageStateProps {
  heading: string;
  lede: string;
  /** Something is still being found out: a spinner stands below, and another state will follow. */
  working?: boolean;
  children?: ReactNode;
}

/**
 * A whole page that depends on what the server says: heading, title and contents together. A state
 * that follows another takes the focus, so that it is read out.
 */
export function PageState({ heading, lede, working = false, children }: PageStateProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading} · ${brand.name}`;
    if (!working) title.current?.focus({ preventScroll: true });
  }, [heading, working]);
  return (
    <div className={`page ${styles.state}`} data-state-page>
      <h1 ref={title} tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      <p className={styles.lede}>{lede}</p>
      {working && <Spinner label={heading} />}
      {children}
    </div>
  );
}
