import type { ReactNode } from 'react';
import styles from './alert.module.css';

interface AlertProps {
  title: string;
  children?: ReactNode;
}

/** A problem with a form as a whole. Shown next to its button until the next attempt. */
export function Alert({ title, children }: AlertProps) {
  return (
    <div className={styles.alert} role="alert">
      <b>
        {title}
        {children !== undefined && ':'}
      </b>{' '}
      {children}
    </div>
  );
}
