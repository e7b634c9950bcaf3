import type { AnsweredQuestion } from '../content/page-content.server.ts';
import styles from './questions.module.css';

interface QuestionsProps {
  title: string;
  /** Answers are HTML from our own Markdown. */
  faq: readonly AnsweredQuestion[];
}

/** Opens and closes without script. The browser's page search finds closed answers. */
export function Questions({ title, faq }: QuestionsProps) {
  const groups = toGroups(faq);
  const hasNames = groups.some(({ name }) => name !== undefined);
  const Heading = hasNames ? 'h4' : 'h3';
  return (
    <section className={styles.questions}>
      <h2 className={styles.title}>{title}</h2>
      {groups.map(({ name, questions }) => (
        <div key={questions[0]?.q} className={styles.group}>
          {name !== undefined && <h3 className={styles.groupName}>{name}</h3>}
          {questions.map(({ q, a }) => (
            <details key={q} className={styles.item}>
              <summary>
                <Heading className={styles.q}>{q}</Heading>
              </summary>
              <div className={styles.answer} dangerouslySetInnerHTML={{ __html: a }} />
            </details>
          ))}
        </div>
      ))}
    </section>
  );
}

interface Group {
  name: string | undefined;
  questions: AnsweredQuestion[];
}

function toGroups(faq: readonly AnsweredQuestion[]): Group[] {
  const groups: Group[] = [];
  for (const question of faq) {
    const last = groups.at(-1);
    if (last === undefined || question.group !== undefined) {
      groups.push({ name: question.group, questions: [question] });
    } else last.questions.push(question);
  }
  return groups;
}
