import { failures } from '../../i18n/failures.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './copy-diagnostics.module.css';

/** For pages without React; diagnostics.client.ts adds its behavior. */
export function DiagnosticsOffer() {
  const words = failures[useLanguage()];
  return (
    <div data-diagnostics hidden className={styles.offer}>
      <p>{words.offer}</p>
      <Button data-done={words.copied} aria-live="polite">
        {words.diagnostics}
      </Button>
      <textarea hidden readOnly rows={6} aria-label={words.diagnostics} className={styles.text} />
    </div>
  );
}
