import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { Button } from '../../ui/button.tsx';
import { AdSlot } from '../parts/ad-slot.tsx';
import { ArticleCards } from './article-cards.tsx';
import type { Article, ArticleSummary } from '../content/articles.server.ts';
import { formatDay } from '../../i18n/money.ts';
import { listPath } from '../content/blog-paths.ts';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { SubjectPicture } from '../parts/subject-picture.tsx';
import { pathOf } from '../pages/pages.ts';
import { Prose } from '../parts/prose.tsx';
import { Questions } from '../parts/questions.tsx';
import styles from './article-page.module.css';

export interface ArticleView {
  article: Article;
  related: ArticleSummary[];
}

export function ArticlePage({ view: { article, related } }: { view: ArticleView }) {
  const language = useLanguage();
  const { pages } = frameMessages[language];
  const { blog, badges, tags, contents, questions } = readingMessages[language];
  return (
    <article className="page">
      <Breadcrumbs />
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.tags}>
            {article.tags.map((tag) => (
              <a key={tag} href={listPath(language, { tag, page: 1 })} className="edge">
                {tags[tag]}
              </a>
            ))}
          </p>
          <h1 className={styles.heading}>{article.title}</h1>
          <p className={styles.meta}>
            <span>{blog.by('Stillpix')}</span>
            <time dateTime={article.date}>
              {blog.published(formatDay(article.date, language, 'UTC'))}
            </time>
            {article.updated !== null && (
              <time dateTime={article.updated}>
                {blog.revised(formatDay(article.updated, language, 'UTC'))}
              </time>
            )}
            <span>{blog.minutes(article.minutes)}</span>
          </p>
        </div>
        <div className={styles.frame} aria-hidden>
          {article.hero === null ? (
            <SubjectPicture tags={article.tags} word={article.id} className={styles.picture} />
          ) : (
            <img
              src={article.hero.url}
              width={article.hero.width}
              height={article.hero.height}
              alt=""
              className={styles.picture}
            />
          )}
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.margin}>
          {article.headings.length > 2 && (
            <nav aria-label={contents} className={styles.contents}>
              <p className="edge">{contents}</p>
              <ol className={styles.contentsList}>
                {article.headings.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <AdSlot place="sidebar" network />
        </div>
        <div className={styles.text}>
          <Prose html={article.html} />
          {article.faq.length > 0 && <Questions title={questions} faq={article.faq} />}
          <AdSlot place="in-article" network />
          <aside className={styles.try}>
            <h2 className={styles.tryTitle}>{blog.tryTitle}</h2>
            <p>{blog.tryText}</p>
            <Button asChild kind="primary">
              <a href={pathOf('home', language)}>{blog.tryLink}</a>
            </Button>
          </aside>
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="related" className={styles.related}>
          <h2 id="related" className={styles.relatedTitle}>
            {blog.related}
          </h2>
          <ArticleCards articles={related} badges={badges} minutes={blog.minutes} level={3} />
          <p className={styles.back}>
            <a href={pathOf('blog', language)}>{`${pages.blog}: ${blog.all}`}</a>
          </p>
        </section>
      )}
      <AdSlot place="footer-banner" network />
    </article>
  );
}
