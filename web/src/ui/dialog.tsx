import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { endEarlierToast } from './toast.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Label of the close button. */
  closeLabel: string;
  size?: 'm' | 'l' | 'xl';
  children: ReactNode;
}

/** The buttons that end a dialog. Always visible, however long the dialog is. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}

/**
 * A modal dialog: keeps the focus inside and returns it to where it was. Escape and the backdrop
 * close it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  size = 'm',
  children,
}: DialogProps) {
  // Radix returns the focus only to its own trigger, but these dialogs are opened from anywhere.
  const opener = useRef<Element | null>(null);
  // A message would be next to the dialog or over it, out of reach of pointer and keyboard.
  useEffect(() => {
    if (open) endEarlierToast();
  }, [open]);
  // Radix warns when no description is linked and none was declared absent.
  const undescribed = description === undefined ? { 'aria-describedby': undefined } : {};
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={`${styles.content} ${styles[size] ?? ''}`}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const dialog = event.currentTarget;
            const first = dialog instanceof Element && dialog.querySelector('[data-first-focus]');
            if (!(first instanceof HTMLElement)) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // Radix closes only the top layer, which may be a message that came after the dialog. A
          // layer inside, such as a list of choices, has handled the key by then.
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onOpenChange(false);
          }}
          {...undescribed}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          )}
          {children}
          <Radix.Close className={styles.close} aria-label={closeLabel}>
            <X aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
