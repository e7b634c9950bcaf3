import { X } from 'lucide-react';
import styles from './notice.module.css';

export interface NoticeContent {
  title: string;
  text?: string;
  tone: 'plain' | 'good' | 'bad';
  /** False if screen readers get the message elsewhere. */
  isSpoken?: boolean;
  link?: { label: string; href: string };
  action?: { label: string; run: () => void };
}

interface NoticeProps {
  notice: NoticeContent;
  closeLabel: string;
  onClose: () => void;
}

/** A message next to the controls that covers none of them. */
export function Notice({ notice, closeLabel, onClose }: NoticeProps) {
  const { title, text, tone, isSpoken, link, action } = notice;
  const role = tone === 'bad' ? 'alert' : 'status';
  return (
    <div className={styles.notice} data-tone={tone} role={isSpoken ? undefined : role}>
      <p className={styles.title}>{title}</p>
      {(text !== undefined || link) && (
        <p className={styles.text}>
          {text !== undefined && <span>{text}</span>}{' '}
          {link && (
            <a href={link.href} data-dialog="upgrade" aria-haspopup="dialog">
              {link.label}
            </a>
          )}
        </p>
      )}
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <X aria-hidden />
      </button>
    </div>
  );
}
