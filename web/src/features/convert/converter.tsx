import { useMessages } from '../../i18n/messages.ts';
import styles from './converter.module.css';

/** What a page of the site does with the files; everything else about a page is its words. */
export type ToolKind = 'convert' | 'compress' | 'resize-crop' | 'jpg-to-webp' | 'heic-to-png';

export function Converter({ tool }: { tool: ToolKind }) {
  const { convert } = useMessages();
  return (
    <section className={styles.zone} data-tool={tool} aria-label={convert.dropTitle}>
      <p>{convert.dropTitle}</p>
    </section>
  );
}
