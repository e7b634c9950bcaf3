import type { ReactNode } from 'react';
import type { PageContent } from '../content/page-content.server.ts';
import styles from './page-facts.module.css';

/** A page's facts beside what one came for; below it where there is no room. */
export function BesideFacts({
  facts,
  children,
}: {
  facts: PageContent['facts'];
  children: ReactNode;
}) {
  if (facts.length === 0) return children;
  return (
    <div className={styles.beside}>
      {children}
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="edge">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
