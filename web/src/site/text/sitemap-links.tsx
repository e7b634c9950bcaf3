import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { findPath, pageIds, pageOf } from '../pages/pages.ts';
import styles from './sitemap-links.module.css';

/** A link with its name. */
export interface NamedLink {
  name: string;
  path: string;
}

/** Every public page of this language, and every article, each in alphabetical order. */
export function SitemapLinks({ articles }: { articles: readonly NamedLink[] }) {
  const language = useLanguage();
  const { pages } = frameMessages[language];
  const links = pageIds.flatMap((id): NamedLink[] => {
    const path = findPath(id, language);
    return pageOf(id).private || path === undefined ? [] : [{ name: pages[id], path }];
  });
  return (
    <>
      <LinkList links={links} language={language} />
      <h2 className={styles.title}>{pages.blog}</h2>
      <LinkList links={articles} language={language} />
    </>
  );
}

function LinkList({ links, language }: { links: readonly NamedLink[]; language: string }) {
  const { compare } = new Intl.Collator(language);
  return (
    <ul className={styles.list}>
      {links
        .toSorted((a, b) => compare(a.name, b.name))
        .map(({ name, path }) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
    </ul>
  );
}
