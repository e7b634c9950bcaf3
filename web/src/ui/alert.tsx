import type { ReactNode } from 'react';
import styles from './alert.module.css';

interface AlertProps {
  title: string;
  children?: ReactNode;
}

/** What stands in the way of a form as a whole: beside its button, until the next try. */
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
