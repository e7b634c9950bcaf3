import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

interface FactListProps {
  facts: { name: string; value: ReactNode }[];
}

/** Names on the left, values on the right. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
