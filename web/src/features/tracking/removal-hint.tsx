import styles from './tracking-page.module.css';

/** What removing everything means for a signed-in user. */
export function RemovalHint({ text }: { text: string }) {
  return <p className={styles.hint}>{text}</p>;
}
