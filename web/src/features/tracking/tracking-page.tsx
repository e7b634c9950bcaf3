import { useEffect, useState } from 'react';
import { lazyMessages } from '../../i18n/lazy-messages.ts';
import { type Choices, keepChoices, readChoices } from '../../site/browser/choices.ts';
import { folderDatabase, forgetFolders, recallFolder } from '../../site/browser/folders.ts';
import { keptListKey, removeKeptLists } from '../../site/browser/kept-list.ts';
import { OfflinePanel } from '../../site/offline/offline-panel.tsx';
import { useOfflineMessages } from '../../site/offline/use-offline-messages.ts';
import { removeOffline } from '../../site/offline/worker-client.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';
import { choiceNames } from './choice-names.ts';
import { RemovalHint } from './removal-hint.tsx';
import { listStoredItems, removeAllItems, removeItem } from './stored-items.ts';
import styles from './tracking-page.module.css';

const useTrackingMessages = lazyMessages({
  en: () => import('../../i18n/en/tracking.ts').then((module) => module.tracking),
  es: () => import('../../i18n/es/tracking.ts').then((module) => module.tracking),
  pt: () => import('../../i18n/pt/tracking.ts').then((module) => module.tracking),
  de: () => import('../../i18n/de/tracking.ts').then((module) => module.tracking),
});

/** What the browser currently stores of this site, and the switches for it. */
export default function TrackingPage() {
  const messages = useTrackingMessages();
  const offlineMessages = useOfflineMessages();
  const [choices, setChoices] = useState(() => readChoices(localStorage));
  const [removals, setRemovals] = useState(0);
  const [items, setItems] = useState(listStoredItems);

  const [folder, setFolder] = useState<string | null>(null);
  useEffect(() => {
    void recallFolder().then((found) => setFolder(found?.name ?? null));
  }, []);

  async function dropFolder() {
    await forgetFolders().catch(() => {});
    setFolder(null);
  }

  async function dropOffline() {
    await removeOffline().catch(() => {});
    setRemovals((last) => last + 1);
  }

  async function dropAll() {
    removeAllItems();
    setChoices(readChoices(localStorage));
    setItems(listStoredItems());
    await Promise.all([dropFolder(), dropOffline(), removeKeptLists()]);
    showToast({ title: messages.allRemoved, tone: 'good' });
  }

  function choose(name: keyof Choices, wanted: boolean) {
    const next = { ...choices, [name]: wanted };
    setChoices(next);
    try {
      keepChoices(localStorage, next);
    } catch {
      showToast({ title: messages.notKept, tone: 'bad' });
    }
    if (name === 'offline' && !wanted) void dropOffline();
    if (name === 'table' && !wanted) void removeKeptLists();
    if (!wanted)
      for (const each of listStoredItems()) if (belongsTo(each.name, name)) removeItem(each);
    setItems(listStoredItems());
  }

  return (
    <div className={styles.sheet}>
      <section className={styles.part} aria-labelledby="choices">
        <h2 id="choices" className={styles.title}>
          {messages.choices}
        </h2>
        {choiceNames.map((name) => (
          <div key={name}>
            <Switch
              label={messages.switches[name].label}
              checked={choices[name]}
              onChange={(wanted) => choose(name, wanted)}
            />
            <p className={styles.hint}>{messages.switches[name].hint}</p>
          </div>
        ))}
      </section>
      <section className={styles.part} aria-labelledby="offline">
        <h2 id="offline" className={styles.title}>
          {offlineMessages.title}
        </h2>
        {/* Rendered again after its subject was removed. */}
        <OfflinePanel key={removals} onWanted={(wanted) => choose('offline', wanted)} />
      </section>
      <section className={styles.part} aria-labelledby="stored">
        <h2 id="stored" className={styles.title}>
          {messages.stored}
        </h2>
        {items.length === 0 && folder === null ? (
          <p>{messages.nothing}</p>
        ) : (
          <ul className={styles.list}>
            {items.map((each) => (
              <li key={`${each.area}:${each.name}`} className={styles.row}>
                <code className={styles.name}>{each.name}</code>
                <span className={styles.size}>{messages.characters(each.length)}</span>
                <Button
                  size="s"
                  aria-label={messages.forget(each.name)}
                  onClick={() => {
                    removeItem(each);
                    if (each.name === keptListKey) void removeKeptLists();
                    setItems(listStoredItems());
                  }}
                >
                  {messages.remove}
                </Button>
              </li>
            ))}
            {folder !== null && (
              <li className={styles.row}>
                <code className={styles.name}>{folderDatabase}</code>
                <span className={styles.size}>{folder}</span>
                <Button
                  size="s"
                  aria-label={messages.forget(folderDatabase)}
                  onClick={() => void dropFolder()}
                >
                  {messages.remove}
                </Button>
              </li>
            )}
          </ul>
        )}
        <div>
          <Button onClick={() => void dropAll()}>{messages.removeAll}</Button>
          <RemovalHint text={messages.removeAllHint} />
        </div>
      </section>
    </div>
  );
}

/** Turning a switch off removes what it is about. */
function belongsTo(key: string, choice: keyof Choices): boolean {
  if (choice === 'ads' || choice === 'offline' || choice === 'table') return false;
  return key.startsWith(choice === 'settings' ? 'stillpix_settings_' : 'stillpix_converted_');
}
