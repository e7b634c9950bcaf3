import type { ReactNode } from 'react';
import type { PageContent } from '../content/page-content.server.ts';
import styles from './page-facts.module.css';

type Facts = PageContent['facts'];

/** A page's facts, for readers who skim. */
export function PageFacts({ facts }: { facts: Facts }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="edge">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A page's facts next to its main content, or below it if there is no room. */
export function BesideFacts({ facts, children }: { facts: Facts; children: ReactNode }) {
  if (facts.length === 0) return children;
  return (
    <div className={styles.beside}>
      {children}
      <PageFacts facts={facts} />
    </div>
  );
}
