import { useEffect, useState } from 'react';
import { readToken } from '../../api/request.ts';
import { clearSetupFlags, keepSetupFlags } from '../../api/setup-flags.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { showToastAcrossPages } from '../../ui/toast.tsx';
import styles from './checkout-page.module.css';
import { FeatureList } from './feature-list.tsx';
import type { PaidPayment } from './payment.ts';
import { PaymentGate } from './payment-gate.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

/** Time to read that the address is invalid before going home, in milliseconds. */
const homeDelay = 1500;

/** How long the page waits for the payment, in seconds. */
const patience = 15;

export default function ThanksPage() {
  const [sessionId] = useState(() => new URLSearchParams(location.search).get('session_id') ?? '');
  if (sessionId === '') return <WayHome />;
  return (
    <PaymentGate sessionId={sessionId} tries={patience}>
      {(payment) => <Paid payment={payment} />}
    </PaymentGate>
  );
}

/** Shown for an address without a payment. */
function WayHome() {
  const { toasts, thanks } = useBillingMessages();
  const home = pathOf('home', useLanguage());
  useEffect(() => {
    showToastAcrossPages({ title: toasts.invalidSession, tone: 'bad' });
    const timer = setTimeout(() => window.location.assign(home), homeDelay);
    return () => clearTimeout(timer);
  }, [toasts, home]);
  return <PageState heading={toasts.invalidSession} lede={thanks.wayHome} />;
}

function Paid({ payment }: { payment: PaidPayment }) {
  const language = useLanguage();
  const { thanks } = useBillingMessages();
  const { claimed, email, sessionId } = payment;
  useEffect(() => {
    if (claimed) clearSetupFlags();
    else keepSetupFlags(email, sessionId);
  }, [claimed, email, sessionId]);
  const next = claimed ? (readToken() === null ? 'sign-in' : 'convert') : 'set-up';
  const query = new URLSearchParams({ session_id: payment.sessionId, email: payment.email });
  return (
    <PageState heading={thanks.welcome} lede={thanks.welcomeText}>
      <FeatureList />
      {next === 'set-up' && <p>{thanks.setupText}</p>}
      {next === 'sign-in' && <p>{thanks.signInText(payment.email)}</p>}
      <div className={styles.actions}>
        {next === 'set-up' && (
          <Button asChild kind="primary">
            <a href={`${pathOf('account-setup', language)}?${query.toString()}`}>{thanks.setup}</a>
          </Button>
        )}
        {next === 'sign-in' && (
          <Button asChild kind="primary">
            <a href={pathOf('account', language)}>{thanks.signIn}</a>
          </Button>
        )}
        <Button asChild kind={next === 'convert' ? 'primary' : 'plain'}>
          <a href={pathOf('home', language)}>{thanks.start}</a>
        </Button>
      </div>
    </PageState>
  );
}
