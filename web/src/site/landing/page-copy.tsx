import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import type { PageContent } from '../content/page-content.server.ts';
import { Prose } from '../parts/prose.tsx';
import { Questions } from '../parts/questions.tsx';
import styles from './page-copy.module.css';
import { PageFacts } from './page-facts.tsx';

/** The text of a page below its tool: facts, steps, prose, questions. */
interface PageCopyProps {
  content: PageContent;
  /** Placed after the steps. */
  between?: ReactNode;
}

export function PageCopy({ content, between }: PageCopyProps) {
  const labels = readingMessages[useLanguage()];
  return (
    <div className={`page ${styles.copy}`}>
      {content.steps.length > 0 && (
        <section className={styles.steps} aria-labelledby="steps">
          <h2 id="steps" className={styles.title}>
            {labels.steps}
          </h2>
          <ol className={styles.stepList}>
            {content.steps.map((step, index) => (
              <li key={step.title} className={styles.step}>
                <span className={`edge ${styles.number}`} aria-hidden>
                  {index + 1} ▸ {index + 1}A
                </span>
                <h3 className={styles.stepTitle}>{step.title}</h3>
                <p dangerouslySetInnerHTML={{ __html: step.text }} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {between}
      {(content.body || content.facts.length > 0) && (
        <div className={styles.columns}>
          {content.facts.length > 0 && <PageFacts facts={content.facts} />}
          <Prose html={content.body} />
        </div>
      )}
      {content.faq.length > 0 && (
        <div className={styles.columns}>
          <Questions title={labels.questions} faq={content.faq} />
        </div>
      )}
    </div>
  );
}
