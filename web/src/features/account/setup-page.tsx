import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { announceSession } from '../../api/session.ts';
import { keepSetupFlags, readSetupFlags } from '../../api/setup-flags.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './account.module.css';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';

type View =
  | { name: 'checking' }
  | { name: 'not-paid' }
  | { name: 'form'; email: string; sessionId: string }
  | { name: 'has-account'; email: string };

/** Makes the account of somebody who paid. The server asks for the proof; the flags only lead here. */
export default function SetupPage() {
  const [round, setRound] = useState(0);
  return <Setup key={round} onAgain={() => setRound((count) => count + 1)} />;
}

function Setup({ onAgain }: { onAgain: () => void }) {
  const { setup } = useAccountMessages();
  const language = useLanguage();
  const [view, setView] = useState<View>({ name: 'checking' });
  const home = pathOf('home', language);

  useEffect(() => {
    let current = true;
    const query = new URLSearchParams(location.search);
    const flags = readSetupFlags();
    const sessionId = query.get('session_id') ?? (flags.needed ? flags.sessionId : null);
    if (sessionId === null || sessionId === '') {
      window.location.replace(home);
      return undefined;
    }
    findView(sessionId).then(
      (found) => current && setView(found),
      () => current && setView({ name: 'not-paid' }),
    );
    return () => {
      current = false;
    };
  }, [home]);

  if (view.name === 'checking') {
    return (
      <div className={`${styles.sheet} ${styles.narrow}`}>
        <Spinner label={setup.checking} />
        <p>{setup.checking}</p>
      </div>
    );
  }
  if (view.name === 'not-paid') {
    return (
      <div className={`${styles.sheet} ${styles.narrow}`} role="alert">
        <h2 className={styles.heading}>{setup.notPaid}</h2>
        <p className={styles.intro}>{setup.notPaidText}</p>
        <Button onClick={onAgain}>{setup.retry}</Button>
      </div>
    );
  }
  if (view.name === 'has-account') {
    return (
      <div className={`${styles.sheet} ${styles.narrow}`}>
        <h2 className={styles.heading}>{setup.hasAccount}</h2>
        <p className={styles.intro}>{setup.hasAccountText}</p>
        <SignInForm startEmail={view.email} />
      </div>
    );
  }
  return (
    <div className={`${styles.sheet} ${styles.narrow}`}>
      <SetupForm email={view.email} sessionId={view.sessionId} />
    </div>
  );
}

async function findView(sessionId: string): Promise<View> {
  const payment = await call('paymentSession', { sessionId });
  if (payment.state !== 'paid' || payment.email === null) return { name: 'not-paid' };
  const { email } = payment;
  keepSetupFlags(email, sessionId);
  await announceSession();
  const account = await call('checkAccount', { email, sessionId });
  if (account.exists && account.hasPassword) return { name: 'has-account', email };
  return { name: 'form', email, sessionId };
}
