import { useEffect, useState, type ReactNode } from 'react';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { findPayment, type FoundPayment, type PaidPayment } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

interface PaymentGateProps {
  sessionId: string;
  /** How often to ask the server, once a second, while the payment is open. */
  tries: number;
  children: (payment: PaidPayment) => ReactNode;
}

/**
 * Shows the state of a payment as reported by the server. The children show what follows a
 * completed one.
 */
export function PaymentGate(props: PaymentGateProps) {
  const [round, setRound] = useState(0);
  return <Gate key={round} {...props} onAgain={() => setRound((count) => count + 1)} />;
}

function Gate({ sessionId, tries, children, onAgain }: PaymentGateProps & { onAgain: () => void }) {
  const { thanks } = useBillingMessages();
  const [found, setFound] = useState<FoundPayment | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const look = async () => {
      const payment = await findPayment(sessionId, tries, leave.signal);
      if (!leave.signal.aborted) setFound(payment);
    };
    void look();
    return () => leave.abort();
  }, [sessionId, tries]);
  if (found === null)
    return <PageState working heading={thanks.processing} lede={thanks.processingText} />;
  return found.state === 'paid' ? (
    children(found)
  ) : (
    <NotPaid state={found.state} onAgain={onAgain} />
  );
}

interface NotPaidProps {
  state: Exclude<FoundPayment['state'], 'paid'>;
  onAgain: () => void;
}

function NotPaid({ state, onAgain }: NotPaidProps) {
  const language = useLanguage();
  const { success, thanks, toasts, unavailable } = useBillingMessages();
  const { errors } = useMessages().site;
  const words = {
    open: { heading: thanks.slow, lede: thanks.slowText },
    failed: { heading: thanks.failed, lede: thanks.failedText },
    returned: { heading: thanks.returned, lede: thanks.returnedText },
    unknown: { heading: toasts.invalidSession, lede: thanks.unknownText },
    'no-network': { heading: thanks.notChecked, lede: errors.network },
    'no-answer': { heading: thanks.notChecked, lede: errors.generic },
  }[state];
  return (
    <PageState {...words}>
      <ButtonRow>
        {state === 'failed' && (
          <Button asChild kind="primary">
            <a href={pathOf('subscribe', language)}>{thanks.again}</a>
          </Button>
        )}
        {state === 'returned' && (
          <Button asChild kind="primary">
            <a href={pathOf('account', language)}>{success.account}</a>
          </Button>
        )}
        {state !== 'failed' && state !== 'unknown' && state !== 'returned' && (
          <Button kind="primary" onClick={onAgain}>
            {thanks.checkAgain}
          </Button>
        )}
        {state === 'unknown' && (
          <Button asChild kind="primary">
            <a href={pathOf('contact', language)}>{thanks.contact}</a>
          </Button>
        )}
        <Button asChild>
          <a href={pathOf('home', language)}>{unavailable.home}</a>
        </Button>
      </ButtonRow>
    </PageState>
  );
}
