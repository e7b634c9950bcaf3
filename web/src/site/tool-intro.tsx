import styles from './tool-intro.module.css';

export function ToolIntro({ heading, lede }: { heading: string; lede: string }) {
  return (
    <div className={`page ${styles.intro}`}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.lede}>{lede}</p>
    </div>
  );
}
