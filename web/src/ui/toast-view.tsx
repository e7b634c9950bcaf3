import X from 'lucide-react/icons/x';
import { Toast } from 'radix-ui';
import { useEffect } from 'react';
import type { ToastMessage } from './toast-message.ts';
import styles from './toast.module.css';

interface ToastViewProps {
  message: ToastMessage;
  /** The name of messages for screen readers. */
  label: string;
  closeLabel: string;
  onDrawn: () => void;
  onClose: () => void;
}

export default function ToastView({
  message,
  label,
  closeLabel,
  onDrawn,
  onClose,
}: ToastViewProps) {
  useEffect(() => {
    onDrawn();
  });
  return (
    <Toast.Provider duration={6000} label={`${label}:`}>
      <Toast.Root
        className={`${styles.toast} ${styles[message.tone ?? 'plain']}`}
        type={message.tone === 'bad' ? 'foreground' : 'background'}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Toast.Title className={styles.title}>{message.title}</Toast.Title>
        {message.text !== undefined && (
          <>
            {/* Screen readers would run title and text together. */}
            {!/[.!?:…]$/.test(message.title) && <span className="visually-hidden">. </span>}
            <Toast.Description className={styles.text}>{message.text}</Toast.Description>
          </>
        )}{' '}
        {message.link && (
          <Toast.Action asChild altText={message.link.label}>
            <a
              href={message.link.href}
              data-dialog={message.link.dialog}
              aria-haspopup={message.link.dialog === undefined ? undefined : 'dialog'}
              className={styles.link}
            >
              {message.link.label}
            </a>
          </Toast.Action>
        )}
        <Toast.Close className={styles.close} aria-label={closeLabel}>
          <X aria-hidden />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className={styles.viewport} label={`${label} ({hotkey})`} />
    </Toast.Provider>
  );
}
