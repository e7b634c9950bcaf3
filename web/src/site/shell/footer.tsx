import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { brand } from '@stillpix/contract/brand';
import { Mark } from '../parts/mark.tsx';
import { findPath, pagesIn, pathOf, type NavPlace } from '../pages/pages.ts';
import styles from './footer.module.css';

// The footer is rendered while the site is built. A release uses the year of its commit.
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000);
const builtIn = new Date(seconds * 1000).getUTCFullYear();

export function Footer() {
  const language = useLanguage();
  const { footer, pages } = frameMessages[language];
  const columns: { title: string; place: NavPlace }[] = [
    { title: footer.tools, place: 'footer-tools' },
    { title: footer.learn, place: 'footer-learn' },
    { title: footer.company, place: 'footer-company' },
    { title: footer.legal, place: 'footer-legal' },
  ];
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.grid}`}>
        <p className={styles.promise}>
          <Mark className={styles.mark} />
          {footer.promise}
        </p>
        {columns.map(({ title, place }) => (
          <nav key={place} aria-label={title}>
            <h2 className={`edge ${styles.title}`}>{title}</h2>
            <ul className={styles.list}>
              {pagesIn(place).map((id) => (
                <li key={id}>
                  <a
                    href={pathOf(id, language)}
                    hrefLang={findPath(id, language) === undefined ? 'en' : undefined}
                  >
                    {pages[id]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={`page ${styles.base}`}>
        <span>{footer.rights(builtIn)}</span>
        <a href={`mailto:${brand.support}`}>{brand.support}</a>
      </div>
    </footer>
  );
}
