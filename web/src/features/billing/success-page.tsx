import { useEffect, useState } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './checkout-page.module.css';
import { FeatureList } from './feature-list.tsx';
import { askPayment, type PaymentState } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

/** So much of the payment's name is shown: enough to find it again, too little to use it. */
const shownCharacters = 20;

export default function SuccessPage() {
  const language = useLanguage();
  const messages = useBillingMessages();
  const [sessionId] = useState(() => new URLSearchParams(location.search).get('session_id') ?? '');
  const [state, setState] = useState<PaymentState['state'] | null>(
    sessionId === '' ? 'unknown' : null,
  );

  useEffect(() => {
    if (sessionId === '') return undefined;
    let current = true;
    askPayment(sessionId).then(
      (payment) => current && setState(payment.state),
      () => current && setState('open'),
    );
    return () => {
      current = false;
    };
  }, [sessionId]);

  if (state === null) return <Spinner label={messages.thanks.processing} />;
  if (state !== 'paid') {
    return (
      <div className={styles.sheet}>
        <h2 className={styles.title}>
          {state === 'open' ? messages.thanks.slow : messages.toasts.invalidSession}
        </h2>
        {state === 'open' && <p>{messages.thanks.slowText}</p>}
        <Button asChild>
          <a href={pathOf('home', language)}>{messages.unavailable.home}</a>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.sheet}>
      <h2 className={styles.title}>{messages.success.title}</h2>
      <p className={styles.reference}>
        {messages.success.session(sessionId.slice(0, shownCharacters))}
      </p>
      <h3>{messages.success.benefits}</h3>
      <FeatureList />
      <div className={styles.actions}>
        <Button asChild kind="primary">
          <a href={pathOf('convert-to-jpg', language)}>{messages.success.convert}</a>
        </Button>
        <Button asChild>
          <a href={pathOf('account', language)}>{messages.success.account}</a>
        </Button>
      </div>
    </div>
  );
}
