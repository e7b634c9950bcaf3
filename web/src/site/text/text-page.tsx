import { useLanguage } from '../../i18n/messages.ts';
import type { ReadingMessages } from '../../i18n/en/reading.ts';
import { formatDay } from '../../i18n/money.ts';
import { AdPlaces } from '../parts/ad-slot.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { DiagnosticsOffer } from '../parts/diagnostics-offer.tsx';
import { NotFoundLinks } from './not-found-links.tsx';
import type { PageContent } from '../content/page-content.server.ts';
import { pageOf, type PageId } from '../pages/pages.ts';
import { Prose } from '../parts/prose.tsx';
import { Questions } from '../parts/questions.tsx';
import { type NamedLink, SitemapLinks } from './sitemap-links.tsx';
import styles from './text-page.module.css';

interface TextPageProps {
  id: PageId;
  content: PageContent;
  messages: ReadingMessages;
  /** All articles, if the page lists them. */
  articles: readonly NamedLink[];
}

/**
 * A reading page: heading, facts in the margin, prose, questions. Some have a list of their own.
 */
export function TextPage({ id, content, messages, articles }: TextPageProps) {
  const language = useLanguage();
  const { template } = pageOf(id);
  return (
    <div className="page">
      {template !== 'not-found' && <Breadcrumbs />}
      <header className={styles.head}>
        <h1 className={styles.heading}>{content.heading}</h1>
        <p className={styles.lede} dangerouslySetInnerHTML={{ __html: content.lede }} />
      </header>
      {template === 'sitemap' && <SitemapLinks articles={articles} />}
      {template === 'ad-test' && <AdPlaces />}
      {template === 'not-found' && <NotFoundLinks id={id} title={messages.notFound.links} />}
      <div className={styles.columns}>
        <div className={styles.margin}>
          {content.updated !== undefined && (
            <p>{messages.updated(formatDay(content.updated, language, 'UTC'))}</p>
          )}
          {content.facts.length > 0 && (
            <dl className={styles.facts}>
              {content.facts.map(({ name, value }) => (
                <div key={name}>
                  <dt className="edge">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          {content.headings.length > 3 && (
            <nav aria-label={messages.contents} className={styles.contents}>
              <p className="edge">{messages.contents}</p>
              <ol className={styles.contentsList}>
                {content.headings.map(({ id: anchor, text }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
        </div>
        <div className={styles.text}>
          {template === 'support' && <DiagnosticsOffer />}
          {content.body && <Prose html={content.body} />}
          {content.faq.length > 0 && <Questions title={messages.questions} faq={content.faq} />}
        </div>
      </div>
    </div>
  );
}
