import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface Labeled {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

interface Ties {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The label of a control, with hint and error linked to it for screen readers. */
export function LabeledControl({
  label,
  hint,
  error,
  className,
  children,
}: Labeled & { className?: string | undefined; children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: Labeled & ComponentProps<'input'>) {
  return (
    <LabeledControl label={label} hint={hint} error={error} className={className}>
      {(ties) => <input className={styles.input} {...ties} {...input} />}
    </LabeledControl>
  );
}

/** A checkbox with its label next to it. */
export function CheckField({
  label,
  hint,
  error,
  className,
  ...input
}: Labeled & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <LabeledControl
      label={label}
      hint={hint}
      error={error}
      className={`${styles.check} ${className ?? ''}`}
    >
      {(ties) => <input {...ties} {...input} type="checkbox" className={styles.box} />}
    </LabeledControl>
  );
}

/** A text field of several lines. */
export function LongField({
  label,
  hint,
  error,
  className,
  ...area
}: Labeled & ComponentProps<'textarea'>) {
  return (
    <LabeledControl label={label} hint={hint} error={error} className={className}>
      {(ties) => <textarea className={`${styles.input} ${styles.long}`} {...ties} {...area} />}
    </LabeledControl>
  );
}
