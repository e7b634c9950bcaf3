import type { ComponentProps, ReactNode } from 'react';
import styles from './form.module.css';

/** A form whose fields stand below each other. */
export function Form(props: ComponentProps<'form'>) {
  return <form {...props} className={styles.form} />;
}

/** Two short fields of a form, beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
