import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { LandscapePicture } from '../parts/landscape-picture.tsx';
import { pageOf, pagesIn, pathOf } from '../pages/pages.ts';
import { ToolMark } from '../parts/tool-mark.tsx';
import styles from './tool-cards.module.css';

/** The tools as frames of a contact sheet. */
export function ToolCards({ level }: { level: 2 | 3 }) {
  const language = useLanguage();
  const { pages, cards } = frameMessages[language];
  const { comingSoon } = useMessages().site.common;
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul className={styles.sheet}>
      {pagesIn('card').map((id, index) => (
        <li key={id} className={styles.card} data-flagged={pageOf(id).flag}>
          <span className={`edge ${styles.number}`} aria-hidden>
            {index + 1} ▸ {index + 1}A
          </span>
          <div className={styles.frame}>
            <LandscapePicture word={id} turn={index} className={styles.picture} />
            <ToolMark id={id} className={styles.mark} />
          </div>
          <Title className={styles.title}>
            <a href={pathOf(id, language)}>{pages[id]}</a>
          </Title>
          <p className={styles.text}>{cards[id] ?? ''}</p>
          <span className={styles.soon}>{comingSoon}</span>
        </li>
      ))}
    </ul>
  );
}
