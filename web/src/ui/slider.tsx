import { Slider as Radix } from 'radix-ui';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** Text for screen readers; the bare number by default. */
  describe?: (value: number) => string;
}

export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  disabled = false,
  onChange,
  describe,
}: SliderProps) {
  return (
    <Radix.Root
      className={styles.slider}
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
    >
      <Radix.Track className={styles.track}>
        <Radix.Range className={styles.range} />
      </Radix.Track>
      <Radix.Thumb className={styles.thumb} aria-label={label} aria-valuetext={describe?.(value)} />
    </Radix.Root>
  );
}
