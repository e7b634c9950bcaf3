import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/request.ts';
import { lazyMessages } from '../../i18n/lazy-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { locales } from '../../site/pages/language.ts';
import { Button } from '../../ui/button.tsx';
import styles from './status-page.module.css';

const useStatusMessages = lazyMessages({
  en: () => import('../../i18n/en/status.ts').then((module) => module.status),
  es: () => import('../../i18n/es/status.ts').then((module) => module.status),
  pt: () => import('../../i18n/pt/status.ts').then((module) => module.status),
  de: () => import('../../i18n/de/status.ts').then((module) => module.status),
});

/** The state at a moment. `no-answer`: the server or the connection to it is down. */
type Found =
  | { state: 'well'; version: string; milliseconds: number; at: Date }
  | { state: 'no-database' | 'no-answer'; at: Date };

async function look(): Promise<Found> {
  const begun = performance.now();
  try {
    const { version } = await call('health');
    const milliseconds = Math.round(performance.now() - begun);
    return { state: 'well', version, milliseconds, at: new Date() };
  } catch (error) {
    const isAnswer = error instanceof ApiError;
    return { state: isAnswer ? 'no-database' : 'no-answer', at: new Date() };
  }
}

/** Checks what works right now. Converting never needs the server, accounts do. */
export default function StatusPage() {
  const messages = useStatusMessages();
  const language = useLanguage();
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    void look().then(setFound);
  }, []);
  function checkAgain() {
    setFound(null);
    void look().then(setFound);
  }

  const parts = [
    { name: messages.converting.name, isWell: true, says: messages.converting.works },
    {
      name: messages.server.name,
      isWell: found === null ? null : found.state !== 'no-answer',
      says:
        found?.state === 'well'
          ? messages.server.answers(found.milliseconds)
          : found && messages.server[found.state === 'no-database' ? 'isThere' : 'away'],
    },
    {
      name: messages.accounts.name,
      isWell: found === null ? null : found.state === 'well',
      says: found && messages.accounts[found.state],
    },
  ];
  const time = new Intl.DateTimeFormat(locales[language], { timeStyle: 'medium' });
  const footing = found && [
    messages.checked(time.format(found.at)),
    ...(found.state === 'well' ? [messages.version(found.version)] : []),
  ];

  return (
    <section className={styles.sheet} aria-labelledby="summary">
      <h2 id="summary" className={styles.title} aria-live="polite">
        {found === null ? messages.checking : messages.summary[found.state]}
      </h2>
      <dl className={styles.parts}>
        {parts.map(({ name, isWell, says }) => (
          <div key={name} className={styles.part}>
            <dt>{name}</dt>
            <dd className={isWell === null ? styles.open : isWell ? styles.good : styles.bad}>
              {says ?? messages.checking}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <Button onClick={checkAgain} disabled={found === null}>
          {messages.again}
        </Button>
        <p className={styles.hint}>{footing?.join(' · ')}</p>
      </div>
    </section>
  );
}
