import { useState } from 'react';
import { failures } from '../../i18n/failures.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './copy-diagnostics.module.css';
import { diagnostics } from '../browser/log-buffer.ts';

/** Copies the log to the clipboard. If that is not allowed, shows it to be copied by hand. */
export function CopyDiagnostics({ size }: { size?: 's' }) {
  const words = failures[useLanguage()];
  const [copied, setCopied] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(diagnostics());
      setCopied(true);
    } catch {
      setText(diagnostics());
    }
  };
  return (
    <>
      <Button {...(size ? { size } : {})} onClick={() => void copy()}>
        <span aria-live="polite">{copied ? words.copied : words.diagnostics}</span>
      </Button>
      {text !== null && (
        <textarea
          className={styles.text}
          readOnly
          rows={6}
          aria-label={words.diagnostics}
          value={text}
        />
      )}
    </>
  );
}
