import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { Button } from '../../ui/button.tsx';
import { AdSlot } from '../parts/ad-slot.tsx';
import { ArticleCards } from '../blog/article-cards.tsx';
import type { ArticleSummary } from '../content/articles.server.ts';
import styles from './home-sections.module.css';
import { PageCopy } from './page-copy.tsx';
import type { PageContent } from '../content/page-content.server.ts';
import { pathOf } from '../pages/pages.ts';
import { PricingPlans } from './pricing-plans.tsx';
import { ToolCards } from './tool-cards.tsx';

/** Everything on the home page below the table that needs no script. */
export function HomeSections({
  content,
  articles,
}: {
  content: PageContent;
  articles: ArticleSummary[];
}) {
  const language = useLanguage();
  const { prompt, youArePro, tools, teaser, pricing, badges, blog } = readingMessages[language];
  return (
    <>
      <div className="page">
        <section className={`${styles.prompt} ${styles.forFree}`}>
          <div>
            <h2 className={styles.promptTitle}>{prompt.title}</h2>
            <p>{prompt.text}</p>
          </div>
          <Button asChild>
            <a href={pathOf('pricing', language)} data-dialog="upgrade">
              {prompt.go}
            </a>
          </Button>
        </section>
        <section className={`${styles.prompt} ${styles.forPro}`}>
          <div>
            <h2 className={styles.promptTitle}>{youArePro.title}</h2>
            <p>{youArePro.text}</p>
          </div>
          <Button asChild>
            <a href={pathOf('account', language)} data-dialog="account">
              {youArePro.go}
            </a>
          </Button>
        </section>
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
        <section className={`${styles.section} ${styles.forFree}`}>
          <header className={styles.head}>
            <h2 className={styles.title}>{pricing.title}</h2>
            <p>{pricing.text}</p>
          </header>
          <PricingPlans level={3} />
        </section>
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
