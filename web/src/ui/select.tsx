import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import styles from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The platform's own select, styled: on phones it opens the familiar picker. */
export function Select({ options, onChange, className, ...rest }: SelectProps) {
  return (
    <span className={`${styles.frame} ${className ?? ''}`}>
      <select
        className={styles.select}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className={styles.arrow} />
    </span>
  );
}
