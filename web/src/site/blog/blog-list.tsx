import Rss from 'lucide-react/icons/rss';
import { useLanguage } from '../../i18n/messages.ts';
import { formatDay } from '../../i18n/money.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { ArticleCards } from './article-cards.tsx';
import type { Tag } from '../pages/tags.ts';
import type { ArticleSummary } from '../content/articles.server.ts';
import { feedPath, listPath, type BlogList } from '../content/blog-paths.ts';
import { AdSlot } from '../parts/ad-slot.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { SubjectPicture } from '../parts/subject-picture.tsx';
import styles from './blog-list.module.css';

export interface BlogListView {
  list: BlogList;
  pageCount: number;
  articles: ArticleSummary[];
  /** Shown above the first page of all articles. */
  featured: ArticleSummary[];
  tags: Tag[];
}

export function BlogListPage({ view }: { view: BlogListView }) {
  const language = useLanguage();
  const { blog, tags, badges } = readingMessages[language];
  const { tag, page } = view.list;
  return (
    <div className="page">
      <Breadcrumbs />
      <header className={styles.head}>
        <h1 className={styles.heading}>{tag === null ? blog.heading : tags[tag]}</h1>
        <p className={styles.lede}>{tag === null ? blog.lede : blog.tagDescription(tags[tag])}</p>
      </header>
      <AdSlot place="header-banner" network />
      {view.featured.length > 0 && (
        <section aria-labelledby="featured" className={styles.featured}>
          <h2 id="featured" className={`edge ${styles.label}`}>
            {blog.featured}
          </h2>
          <ArticleCards articles={view.featured} badges={badges} minutes={blog.minutes} level={3} />
        </section>
      )}
      <nav aria-label={blog.tags} className={styles.tags}>
        <a
          href={listPath(language, { tag: null, page: 1 })}
          aria-current={tag === null ? 'page' : undefined}
        >
          {blog.all}
        </a>
        {view.tags.map((other) => (
          <a
            key={other}
            href={listPath(language, { tag: other, page: 1 })}
            aria-current={tag === other ? 'page' : undefined}
          >
            {tags[other]}
          </a>
        ))}
        <a href={feedPath(language)} className={styles.feed}>
          <Rss aria-hidden />
          {blog.feed}
        </a>
      </nav>
      <ol className={styles.rows}>
        {view.articles.map((article) => (
          <li key={article.id} className={styles.row}>
            <SubjectPicture tags={article.tags} word={article.id} className={styles.picture} />
            <div>
              <h2 className={styles.title}>
                <a href={article.path}>{article.title}</a>
              </h2>
              <p className={styles.text}>{article.description}</p>
            </div>
            <p className={styles.meta}>
              <time dateTime={article.updated ?? article.date}>
                {formatDay(article.updated ?? article.date, language, 'UTC')}
              </time>
              <span>{blog.minutes(article.minutes)}</span>
            </p>
          </li>
        ))}
      </ol>
      {view.pageCount > 1 && (
        <nav aria-label={blog.pages} className={styles.paging}>
          {Array.from({ length: view.pageCount }, (_, index) => index + 1).map((number) => (
            <a
              key={number}
              href={listPath(language, { tag, page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          ))}
        </nav>
      )}
      <AdSlot place="footer-banner" network />
    </div>
  );
}
