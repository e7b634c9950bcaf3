import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { LandscapePicture } from '../parts/landscape-picture.tsx';
import { PictureStrip } from '../parts/picture-strip.tsx';
import { pathOf, type PageId } from '../pages/pages.ts';
import styles from './sitemap-links.module.css';

const suggestions: readonly PageId[] = ['home', 'heic-to-jpg', 'tools', 'blog', 'help', 'sitemap'];

/** Pages that open without a connection. */
const offlineSuggestions: readonly PageId[] = [
  'home',
  'heic-to-jpg',
  'jpg-compress',
  'image-resize-crop',
  'tools',
];

export function NotFoundLinks({ id, title }: { id: PageId; title: string }) {
  const language = useLanguage();
  const { pages } = frameMessages[language];
  return (
    <nav aria-label={title}>
      <PictureStrip
        edge={id === 'offline' ? 'Stillpix 400' : 'Stillpix 400 ▸ 404'}
        className={styles.strip}
      >
        <LandscapePicture word="before" turn={0} />
        <span />
        <LandscapePicture word="after" turn={3} />
      </PictureStrip>
      <ul className={`${styles.list} ${styles.few}`}>
        {(id === 'offline' ? offlineSuggestions : suggestions).map((suggestion) => (
          <li key={suggestion}>
            <a href={pathOf(suggestion, language)}>{pages[suggestion]}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
