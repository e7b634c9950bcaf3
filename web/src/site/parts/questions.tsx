import styles from './questions.module.css';

interface QuestionsProps {
  title: string;
  /** Answers are HTML from our own Markdown. */
  faq: readonly { q: string; a: string }[];
}

/** Open and close without script; found by the browser's own page search when closed. */
export function Questions({ title, faq }: QuestionsProps) {
  return (
    <section className={styles.questions}>
      <h2 className={styles.title}>{title}</h2>
      {faq.map(({ q, a }) => (
        <details key={q} className={styles.item}>
          <summary>
            <h3 className={styles.q}>{q}</h3>
          </summary>
          <div className={styles.answer} dangerouslySetInnerHTML={{ __html: a }} />
        </details>
      ))}
    </section>
  );
}
