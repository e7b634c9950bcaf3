import { AlertDialog as Radix } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { endEarlierToast } from './toast.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** On the button that does it. */
  confirmLabel: string;
  /** On the button that does nothing, where the focus begins. */
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks before something is done that costs money or cannot be undone. Nothing but its buttons and
 * Escape closes it: a click beside it is no answer.
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const opener = useRef<Element | null>(null);
  useEffect(() => endEarlierToast(), []);
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // A dialog below hears of keys in this one, as React passes them on through portals. And a
          // message that came after this one is the layer that Radix would close.
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (!event.defaultPrevented) onCancel();
          }}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <Radix.Description className={styles.description}>{text}</Radix.Description>
          <div className={styles.answers}>
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button kind="primary" onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
