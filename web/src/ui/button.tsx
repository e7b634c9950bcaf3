import { cloneElement, type ComponentProps, type ReactElement } from 'react';
import styles from './button.module.css';

interface Look {
  kind?: 'primary' | 'plain' | 'quiet';
  size?: 'm' | 'l' | 's';
}

interface ButtonProps extends Look, ComponentProps<'button'> {
  asChild?: false;
}

interface ButtonLikeProps extends Look {
  /** Renders its only child, a link, as a button. */
  asChild: true;
  className?: string | undefined;
  children: ReactElement<{ className?: string }>;
}

export function Button(props: ButtonProps | ButtonLikeProps) {
  const { kind = 'plain', size = 'm', className } = props;
  const names = [styles.button, styles[kind], styles[size], className].filter(Boolean).join(' ');
  if (props.asChild) return cloneElement(props.children, { className: names });
  const { kind: _kind, size: _size, asChild: _asChild, type = 'button', ...rest } = props;
  return <button {...rest} type={type} className={names} />;
}
