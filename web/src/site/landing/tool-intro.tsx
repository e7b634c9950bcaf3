import type { PageContent } from '../content/page-content.server.ts';
import styles from './tool-intro.module.css';

export function ToolIntro({ content }: { content: PageContent }) {
  return (
    <div className={`page ${styles.intro}`}>
      <h1 className={styles.heading}>{content.heading}</h1>
      <p className={styles.lede} dangerouslySetInnerHTML={{ __html: content.lede }} />
    </div>
  );
}
