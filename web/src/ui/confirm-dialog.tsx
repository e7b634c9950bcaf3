import { AlertDialog as Radix } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { endEarlierToast } from './toast.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirming button. */
  confirmLabel: string;
  /** Label of the canceling button, which has the focus at first. */
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks before an action that costs money or cannot be undone. Only its buttons and Escape close it:
 * a click outside is no answer.
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
          // React passes key events through portals, so a dialog below would receive them, too. And
          // Radix would close a message that came after this dialog, because it is the top layer.
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
