import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  children?: ReactNode;
}

/** What stands in the way of a form as a whole: beside its button, until the next try. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <b>{title}</b> {children}
    </div>
  );
}
