import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { AdSlot } from '../parts/ad-slot.tsx';
import { ArticleCards } from '../blog/article-cards.tsx';
import type { ArticleSummary } from '../content/articles.server.ts';
import styles from './home-sections.module.css';
import { PageCopy } from './page-copy.tsx';
import type { PageContent } from '../content/page-content.server.ts';
import { pathOf } from '../pages/pages.ts';
import { ProPrices, ProPrompts } from './pro-sections.tsx';
import { ToolCards } from './tool-cards.tsx';

/** Everything on the home page below the converter that needs no script. */
export function HomeSections({
  content,
  articles,
}: {
  content: PageContent;
  articles: ArticleSummary[];
}) {
  const language = useLanguage();
  const { tools, teaser, badges, blog } = readingMessages[language];
  return (
    <>
      <div className="page">
        <ProPrompts />
        <section className={styles.section}>
          <header className={styles.head}>
            <h2 className={styles.title}>{tools.title}</h2>
            <p>{tools.text}</p>
          </header>
          <ToolCards level={3} />
        </section>
      </div>
      <PageCopy content={content} between={<AdSlot place="in-article" />} />
      <div className="page">
        <ProPrices />
        {articles.length > 0 && (
          <section className={styles.section}>
            <header className={styles.head}>
              <h2 className={styles.title}>{teaser.title}</h2>
              <p>
                <a href={pathOf('blog', language)}>{teaser.all}</a>
              </p>
            </header>
            <ArticleCards articles={articles} badges={badges} minutes={blog.minutes} level={3} />
          </section>
        )}
        <AdSlot place="footer-banner" />
      </div>
    </>
  );
}
