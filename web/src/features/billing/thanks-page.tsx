import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { readToken } from '../../api/request.ts';
import { clearSetupFlags, keepSetupFlags } from '../../api/setup-flags.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { showToastAcrossPages } from '../../ui/toast.tsx';
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

/** What follows a payment. `claim`: signing in assigns it to the account of its address. */
type Next = 'convert' | 'sign-in' | 'claim' | 'set-up';

async function findNext({ claimed, email, sessionId }: PaidPayment): Promise<Next> {
  if (claimed) return readToken() === null ? 'sign-in' : 'convert';
  try {
    const { exists, hasPassword } = await call('checkAccount', { email, sessionId });
    return exists && hasPassword ? 'claim' : 'set-up';
  } catch {
    // Setting up asks again, and explains a failure.
    return 'set-up';
  }
}

function Paid({ payment }: { payment: PaidPayment }) {
  const language = useLanguage();
  const { thanks } = useBillingMessages();
  const [next, setNext] = useState<Next | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const look = async () => {
      const found = await findNext(payment);
      if (leave.signal.aborted) return;
      if (payment.claimed) clearSetupFlags();
      else keepSetupFlags(payment.email, payment.sessionId);
      setNext(found);
    };
    void look();
    return () => leave.abort();
  }, [payment]);
  const query = new URLSearchParams({ session_id: payment.sessionId, email: payment.email });
  const setup = `${pathOf('account-setup', language)}?${query.toString()}`;
  return (
    <PageState heading={thanks.welcome} lede={thanks.welcomeText}>
      <FeatureList />
      {next === 'set-up' && <p>{thanks.setupText}</p>}
      {next === 'sign-in' && <p>{thanks.signInText(payment.email)}</p>}
      <ButtonRow>
        {next === 'set-up' && (
          <Button asChild kind="primary">
            <a href={setup}>{thanks.setup}</a>
          </Button>
        )}
        {(next === 'sign-in' || next === 'claim') && (
          <Button asChild kind="primary">
            <a href={next === 'claim' ? setup : pathOf('account', language)}>{thanks.signIn}</a>
          </Button>
        )}
        <Button asChild kind={next === 'convert' ? 'primary' : 'plain'}>
          <a href={pathOf('home', language)}>{thanks.start}</a>
        </Button>
      </ButtonRow>
    </PageState>
  );
}
