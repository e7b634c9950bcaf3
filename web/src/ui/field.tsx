import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface Labelled {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

interface Ties {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** What surrounds a control: its label, and hint and error tied to it for screen readers. */
export function LabelledControl({
  label,
  hint,
  error,
  className,
  children,
}: Labelled & { className?: string | undefined; children: (ties: Ties) => ReactNode }) {
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
}: Labelled & ComponentProps<'input'>) {
  return (
    <LabelledControl label={label} hint={hint} error={error} className={className}>
      {(ties) => <input className={styles.input} {...ties} {...input} />}
    </LabelledControl>
  );
}

/** A field of several lines. */
export function LongField({
  label,
  hint,
  error,
  className,
  ...area
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <LabelledControl label={label} hint={hint} error={error} className={className}>
      {(ties) => <textarea className={`${styles.input} ${styles.long}`} {...ties} {...area} />}
    </LabelledControl>
  );
}
