import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import MenuIcon from 'lucide-react/icons/menu';
import SunMoon from 'lucide-react/icons/sun-moon';
import { languageNames } from '../pages/language.ts';
import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { brand } from '@stillpix/contract/brand';
import { Mark } from '../parts/mark.tsx';
import { usePageData } from '../pages/page-data.ts';
import { pagesIn, pathOf } from '../pages/pages.ts';
import { HeaderAccount } from './header-account.tsx';
import { HeaderMenus } from './header-menus.tsx';
import styles from './header.module.css';

export function Header() {
  const language = useLanguage();
  const { nav, pages } = frameMessages[useLanguage()];
  const page = usePageData();
  const current = page?.path;
  const links = pagesIn('header').map((id) => {
    const path = pathOf(id, language);
    return (
      <a key={id} href={path} aria-current={path === current ? 'page' : undefined}>
        {pages[id]}
      </a>
    );
  });
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <a href={pathOf('home', language)} className={styles.brand}>
          <Mark className={styles.mark} />
          {brand.name}
        </a>
        <nav aria-label={nav.main} className={styles.links}>
          <button type="button" popoverTarget="menu-tools" className={styles.link}>
            {nav.tools}
            <ChevronDown aria-hidden />
          </button>
          {links}
        </nav>
        <div className={styles.side}>
          <button
            type="button"
            popoverTarget="menu-theme"
            className={styles.icon}
            aria-label={nav.theme}
          >
            <SunMoon aria-hidden />
          </button>
          <button type="button" popoverTarget="menu-language" className={styles.icon}>
            <Globe aria-hidden />
            <span className={styles.code}>{language}</span>{' '}
            <span className="visually-hidden">
              {nav.language}: {languageNames[language]}
            </span>
          </button>
          <HeaderAccount />
          <button
            type="button"
            popoverTarget="menu-all"
            className={`${styles.icon} ${styles.burger}`}
            aria-label={nav.menu}
          >
            <MenuIcon aria-hidden />
          </button>
        </div>
      </div>
      <HeaderMenus current={current} links={links} />
    </header>
  );
}
