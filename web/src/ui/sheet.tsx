import type { ReactNode, RefObject } from 'react';
import styles from './sheet.module.css';

interface SheetProps {
  size?: 'narrow' | 'm' | 'full';
  /** Makes it a region of that name. */
  label?: string;
  children: ReactNode;
}

/** A framed part of a page, such as a form with its heading. */
export function Sheet({ size = 'm', label, children }: SheetProps) {
  if (label === undefined) {
    return (
      <div className={styles.sheet} data-size={size}>
        {children}
      </div>
    );
  }
  return (
    <section aria-label={label} className={styles.sheet} data-size={size}>
      {children}
    </section>
  );
}

interface SheetHeadingProps {
  /** For a heading that gets the focus by script. */
  focusRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

export function SheetHeading({ focusRef, children }: SheetHeadingProps) {
  return (
    <h2 ref={focusRef} tabIndex={focusRef && -1} className={styles.heading}>
      {children}
    </h2>
  );
}

/** The sentence between the heading and a form. */
export function SheetIntro({ children }: { children: ReactNode }) {
  return <p className={styles.intro}>{children}</p>;
}
