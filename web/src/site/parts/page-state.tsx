import { brand } from '@stillpix/contract/brand';
import { useEffect, useRef, type ReactNode } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './page-state.module.css';

interface PageStateProps {
  heading: string;
  lede: string;
  /** The state is not final: a spinner is shown, and another state will follow. */
  working?: boolean;
  children?: ReactNode;
}

/**
 * A whole page whose heading, title and contents depend on the server. A state that follows another
 * gets the focus, so that it is read out.
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
