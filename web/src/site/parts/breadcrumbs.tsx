import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import styles from './breadcrumbs.module.css';
import { usePageData } from '../pages/page-data.ts';

export function Breadcrumbs() {
  const { nav } = frameMessages[useLanguage()];
  const crumbs = usePageData()?.crumbs ?? [];
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={nav.breadcrumbs} className={styles.trail}>
      <ol className={styles.list}>
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={path}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
