import type { ReactNode } from 'react';
import styles from './settings-section.module.css';

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
