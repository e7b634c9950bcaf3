import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { findPath, pageIds, pageOf } from '../pages/pages.ts';
import styles from './sitemap-links.module.css';

/** Every public page of this language. */
export function SitemapLinks() {
  const language = useLanguage();
  const { pages } = frameMessages[language];
  return (
    <ul className={styles.list}>
      {pageIds
        .filter((id) => !pageOf(id).private && findPath(id, language) !== undefined)
        .map((id) => (
          <li key={id}>
            <a href={findPath(id, language)}>{pages[id]}</a>
          </li>
        ))}
    </ul>
  );
}
