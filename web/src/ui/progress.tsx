import { Progress as Radix } from 'radix-ui';
import styles from './progress.module.css';

interface ProgressProps {
  /** 0 to 100, or null while the extent is unknown. */
  value: number | null;
  label: string;
}

export function Progress({ value, label }: ProgressProps) {
  return (
    <Radix.Root className={styles.track} value={value} aria-label={label}>
      {/* A transform instead of a width, because it animates without layout. */}
      <Radix.Indicator
        className={styles.bar}
        style={{ transform: `scaleX(${(value ?? 0) / 100})` }}
      />
    </Radix.Root>
  );
}
