import type { Badge } from '../pages/tags.ts';
import type { ArticleSummary } from '../content/articles.server.ts';
import { SubjectPicture } from '../parts/subject-picture.tsx';
import styles from './article-cards.module.css';

interface ArticleCardsProps {
  articles: readonly ArticleSummary[];
  badges: Record<Badge, string>;
  minutes: (count: number) => string;
  /** Level of the cards' headings, one below the heading above them. */
  level: 2 | 3;
}

/** Three frames of one strip. */
export function ArticleCards({ articles, badges, minutes, level }: ArticleCardsProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul className={styles.cards}>
      {articles.map((article, index) => (
        <li key={article.id} className={styles.card}>
          <div className={styles.frame}>
            <span className={`edge ${styles.number}`} aria-hidden>
              {index + 1}A
            </span>
            <SubjectPicture tags={article.tags} word={article.id} className={styles.picture} />
          </div>
          <p className={styles.meta}>
            {article.featured && <span className={styles.badge}>{badges[article.featured]}</span>}
            {minutes(article.minutes)}
          </p>
          <Title className={styles.title}>
            <a href={article.path}>{article.title}</a>
          </Title>
        </li>
      ))}
    </ul>
  );
}
