import { useEffect, useRef, useState } from 'react';
import { locales } from '../pages/language.ts';
import { useLanguage } from '../../i18n/messages.ts';
import type { OfflineState } from '../../service-worker/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { showToast } from '../../ui/toast.tsx';
import { canWorkOffline } from './can-work-offline.ts';
import styles from './offline-panel.module.css';
import { useOfflineMessages } from './use-offline-messages.ts';
import { findRegistration, keepOffline, readState, register } from './worker-client.ts';

const nothing: OfflineState = { stored: 0, total: 0, wantsEverything: false };

interface OfflinePanelProps {
  /** Called when the visitor asks to keep more, or to remove it all. */
  onWanted: (wanted: boolean) => void;
}

/**
 * How much of the site is stored on the device, with buttons to store all of it and to remove it.
 */
export function OfflinePanel({ onWanted }: OfflinePanelProps) {
  const messages = useOfflineMessages();
  const language = useLanguage();
  const [state, setState] = useState(nothing);
  const [fetching, setFetching] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isHere = true;
    async function look() {
      const registration = await findRegistration();
      const found = registration?.active ? await readState(language) : nothing;
      if (isHere) setState(found);
    }
    // If the browser stores nothing, the panel says so.
    look().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [language]);

  if (!canWorkOffline()) return null;

  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(locales[language], {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / 1e6);

  async function fetchEverything() {
    setFetching(true);
    onWanted(true);
    try {
      await register();
      setState(await keepOffline(language, true, setState));
    } catch {
      // If the visitor has removed it in the meantime, nothing has failed.
      if (panel.current) showToast({ title: messages.failed, tone: 'bad' });
    } finally {
      setFetching(false);
    }
  }

  const { stored, total } = state;
  const isWhole = total > 0 && stored === total;
  return (
    <div className={styles.panel} ref={panel}>
      <p aria-live="polite">
        {stored === 0 && messages.none}
        {stored > 0 && !isWhole && messages.some(megabytes(stored), megabytes(total))}
        {isWhole && messages.all(megabytes(total))}
      </p>
      {fetching && (
        <div className={styles.progress}>
          <Progress
            value={total === 0 ? null : Math.round((stored / total) * 100)}
            label={messages.getting}
          />
        </div>
      )}
      <div className={styles.buttons}>
        {!isWhole && (
          <Button disabled={fetching} onClick={() => void fetchEverything()}>
            {total === 0 ? messages.getAll : messages.get(megabytes(total - stored))}
          </Button>
        )}
        {stored > 0 && !fetching && (
          <Button onClick={() => onWanted(false)}>{messages.remove}</Button>
        )}
      </div>
    </div>
  );
}
