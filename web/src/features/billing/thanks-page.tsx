import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keepSetupFlags } from '../../api/setup-flags.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToastAcrossPages } from '../../ui/toast.tsx';
import styles from './checkout-page.module.css';
import { FeatureList } from './feature-list.tsx';
import { awaitPayment } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

type View =
  | { name: 'processing' }
  | { name: 'slow' }
  | { name: 'failed' }
  | { name: 'paid'; setupQuery: string | null };

/** Time to see that the address is of no use, before the way home, in milliseconds. */
const homeDelay = 1500;

export default function ThanksPage() {
  const [round, setRound] = useState(0);
  return <Thanks key={round} onAgain={() => setRound((count) => count + 1)} />;
}

function Thanks({ onAgain }: { onAgain: () => void }) {
  const language = useLanguage();
  const messages = useBillingMessages();
  const [view, setView] = useState<View>({ name: 'processing' });
  const home = pathOf('home', language);

  useEffect(() => {
    const leave = new AbortController();
    const { toasts } = messages;
    const goHome = () => {
      showToastAcrossPages({ title: toasts.invalidSession, tone: 'bad' });
      setTimeout(() => leave.signal.aborted || window.location.assign(home), homeDelay);
    };
    const query = new URLSearchParams(location.search);
    const sessionId = query.get('session_id');
    if (sessionId === null || sessionId === '') {
      goHome();
      return () => leave.abort();
    }
    const look = async (id: string) => {
      const found = await check(id, query.get('email'), leave.signal).catch(() => 'slow' as const);
      if (leave.signal.aborted) return;
      if (found === 'unknown') goHome();
      else setView(found === 'slow' ? { name: 'slow' } : found);
    };
    void look(sessionId);
    return () => leave.abort();
  }, [messages, home]);

  if (view.name === 'processing') {
    return (
      <div className={`${styles.sheet} ${styles.waiting}`}>
        <Spinner label={messages.thanks.processing} />
        <h2 className={styles.title}>{messages.thanks.processing}</h2>
      </div>
    );
  }
  if (view.name === 'slow') {
    return (
      <div className={styles.sheet}>
        <h2 className={styles.title}>{messages.thanks.slow}</h2>
        <p>{messages.thanks.slowText}</p>
        <Button onClick={onAgain}>{messages.thanks.checkAgain}</Button>
      </div>
    );
  }
  if (view.name === 'failed') {
    return (
      <div className={styles.sheet}>
        <h2 className={styles.title}>{messages.thanks.failed}</h2>
        <p>{messages.thanks.failedText}</p>
        <Button asChild kind="primary">
          <a href={pathOf('subscribe', language)}>{messages.thanks.again}</a>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.sheet}>
      <h2 className={styles.title}>{messages.thanks.welcome}</h2>
      <p>{messages.thanks.welcomeText}</p>
      <FeatureList />
      {view.setupQuery !== null && <p>{messages.thanks.setupText}</p>}
      <div className={styles.actions}>
        {view.setupQuery !== null && (
          <Button asChild kind="primary">
            <a href={`${pathOf('account-setup', language)}?${view.setupQuery}`}>
              {messages.thanks.setup}
            </a>
          </Button>
        )}
        <Button asChild kind={view.setupQuery === null ? 'primary' : 'plain'}>
          <a href={home}>{messages.thanks.start}</a>
        </Button>
      </div>
    </div>
  );
}

/** Waits for the payment, then finds out whether the payer still needs an account. */
async function check(
  sessionId: string,
  email: string | null,
  signal: AbortSignal,
): Promise<View | 'unknown'> {
  const payment = await awaitPayment(sessionId, signal);
  if (payment.state === 'unknown') return 'unknown';
  if (payment.state === 'failed') return { name: 'failed' };
  if (payment.state === 'open') return { name: 'slow' };
  const address = payment.email ?? email;
  if (address === null) return { name: 'paid', setupQuery: null };
  const account = await call('checkAccount', { email: address, sessionId }).catch(() => null);
  if (account?.exists === true && account.hasPassword) return { name: 'paid', setupQuery: null };
  keepSetupFlags(address, sessionId);
  const query = new URLSearchParams({ session_id: sessionId, email: address });
  return { name: 'paid', setupQuery: query.toString() };
}
