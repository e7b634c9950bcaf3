import styles from './prose.module.css';

/** HTML that the build made from our own Markdown. */
export function Prose({ html }: { html: string }) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
