import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'plain' | 'quiet';
  size?: 'm' | 'l' | 's';
  /** Draws its only child (a link) as a button. */
  asChild?: boolean;
}

export function Button({
  kind = 'plain',
  size = 'm',
  asChild,
  className,
  type,
  ...rest
}: ButtonProps) {
  const names = [styles.button, styles[kind], styles[size], className].filter(Boolean).join(' ');
  if (asChild) return <Slot.Root className={names} {...rest} />;
  return <button type={type ?? 'button'} className={names} {...rest} />;
}
