import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useOfflineMessages } from './use-offline-messages.ts';
import styles from './update-offer.module.css';
import { watchForUpdate } from './update.ts';

/** A line that offers a newer version of the site. Nothing reloads by itself. */
export function UpdateOffer() {
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null);
  useEffect(() => watchForUpdate((next) => setTakeOver(() => next)), []);
  if (takeOver === null) return null;
  return (
    <Suspense fallback={null}>
      <Offer onReload={takeOver} onLater={() => setTakeOver(null)} />
    </Suspense>
  );
}

function Offer({ onReload, onLater }: { onReload: () => void; onLater: () => void }) {
  const { newVersion, reload, later } = useOfflineMessages();
  const offer = useRef<HTMLOutputElement>(null);
  // Messages at the top are placed below it.
  useEffect(() => {
    const element = offer.current;
    if (element === null) return undefined;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      page.setProperty('--offer-bottom', `${element.getBoundingClientRect().bottom}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.removeProperty('--offer-bottom');
    };
  }, []);
  return (
    <output ref={offer} className={styles.offer}>
      <span>{newVersion}</span>
      <span className={styles.buttons}>
        <Button size="s" onClick={onReload}>
          {reload}
        </Button>
        <Button size="s" onClick={onLater}>
          {later}
        </Button>
      </span>
    </output>
  );
}
