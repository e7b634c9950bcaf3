import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ReactNode } from 'react';
import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { languageNames, languages } from '../pages/language.ts';
import { usePageData } from '../pages/page-data.ts';
import { pagesIn, pathOf } from '../pages/pages.ts';
import { MenuAccount } from './header-account.tsx';
import styles from './header-menus.module.css';

interface HeaderMenusProps {
  /** The page's own path. */
  current: string | undefined;
  /** Links of the bar, which narrow screens have in a menu. */
  links: ReactNode;
}

/**
 * Menus are popovers: the browser opens, closes and dismisses them, so that they work on pages
 * without JavaScript.
 */
export function HeaderMenus({ current, links }: HeaderMenusProps) {
  const { nav } = frameMessages[useLanguage()];
  return (
    <>
      <ToolsMenu current={current} />
      <ThemeMenu />
      <LanguageMenu />
      <div id="menu-all" popover="auto" className={`${styles.panel} ${styles.sheet}`}>
        <nav aria-label={nav.menu} className={styles.sheetLinks}>
          {links}
          <MenuAccount />
        </nav>
        <p className={`edge ${styles.sheetTitle}`}>{nav.tools}</p>
        <ToolLinks current={current} />
      </div>
    </>
  );
}

function ToolLinks({ current }: { current: string | undefined }) {
  const language = useLanguage();
  const { nav, pages } = frameMessages[useLanguage()];
  return (
    <ul className={styles.tools}>
      {pagesIn('tools-menu').map((id, index) => {
        const path = pathOf(id, language);
        return (
          <li key={id}>
            <a
              href={path}
              className={styles.tool}
              aria-current={path === current ? 'page' : undefined}
            >
              <span className={`edge ${styles.frameNumber}`} aria-hidden>
                {index + 1}
              </span>
              {pages[id]}
            </a>
          </li>
        );
      })}
      <li>
        <a href={pathOf('tools', language)} className={styles.tool}>
          <span className={`edge ${styles.frameNumber}`} aria-hidden>
            →
          </span>
          {nav.allTools}
        </a>
      </li>
    </ul>
  );
}

function ToolsMenu({ current }: { current: string | undefined }) {
  const { nav } = frameMessages[useLanguage()];
  return (
    <div id="menu-tools" popover="auto" className={`${styles.panel} ${styles.wide}`}>
      <nav aria-label={nav.allTools} className="page">
        <ToolLinks current={current} />
      </nav>
    </div>
  );
}

function ThemeMenu() {
  const { nav } = frameMessages[useLanguage()];
  const themes = [
    { id: 'light', label: nav.light, Icon: Sun },
    { id: 'dark', label: nav.dark, Icon: Moon },
    { id: 'system', label: nav.system, Icon: Monitor },
  ];
  return (
    <div id="menu-theme" popover="auto" className={`${styles.panel} ${styles.small}`}>
      {themes.map(({ id, label, Icon }) => (
        <button
          key={id}
          type="button"
          data-set-theme={id}
          className={styles.choice}
          suppressHydrationWarning
        >
          <Icon aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}

function LanguageMenu() {
  const language = useLanguage();
  const page = usePageData();
  // A page without a translation leads to a similar one, except for empty frames, which have none.
  const isReading = page?.id === 'blog' || page?.id.startsWith('article:');
  const twins = page?.id === 'not-found' || page?.id === 'offline' ? undefined : page?.alternates;
  return (
    <div id="menu-language" popover="auto" className={`${styles.panel} ${styles.small}`}>
      {languages.map((other) => (
        <a
          key={other}
          href={twins?.[other] ?? pathOf(isReading ? 'blog' : 'home', other)}
          lang={other}
          hrefLang={other}
          data-language={other}
          className={styles.choice}
          aria-current={other === language ? 'true' : undefined}
        >
          <span className={`edge ${styles.frameNumber}`} aria-hidden>
            {other}
          </span>
          {languageNames[other]}
        </a>
      ))}
    </div>
  );
}
