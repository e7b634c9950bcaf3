import styles from './spinner.module.css';

/** `label` is read out; the rotating frame is decoration. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className={styles.spinner}>
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
