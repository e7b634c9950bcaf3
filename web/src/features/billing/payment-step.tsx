import type { BillingConfig } from '@stillpix/contract';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from './card-form.tsx';
import { DueSummary } from './due-summary.tsx';
import { OrderForm } from './order-form.tsx';
import type { BeginProblem, OpenPayment } from './payment.ts';
import styles from './payment-step.module.css';
import { useBillingMessages } from './use-billing-messages.ts';

interface PaymentStepProps {
  config: BillingConfig;
  payment: OpenPayment;
  /** Why the order failed, if nothing is to be paid now. */
  problem: BeginProblem | null;
  onBack: () => void;
  onOrder: () => Promise<void>;
  onPaid: () => void;
}

/** Second step of paying: the amount from the server, and the card form. */
export function PaymentStep(props: PaymentStepProps) {
  const { config, payment, problem, onBack, onOrder, onPaid } = props;
  const { clientSecret } = payment;
  const language = useLanguage();
  const messages = useBillingMessages().purchase;
  const query = new URLSearchParams({ session_id: payment.sessionId, email: payment.email });
  const step = useRef<HTMLDivElement>(null);
  // The button that led here is gone, and the focus with it. On small screens the amount is above
  // the visible part.
  useEffect(() => {
    step.current?.focus({ preventScroll: true });
    step.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={step} tabIndex={-1} className={styles.step}>
      <p className={styles.payer}>
        <span>{messages.payingAs(payment.email)}</span>
        <Button kind="quiet" size="s" onClick={onBack}>
          {messages.changeEmail}
        </Button>
      </p>
      <DueSummary due={payment.due} plan={payment.plan} />
      {clientSecret === null ? (
        <OrderForm problem={problem} onOrder={onOrder} />
      ) : (
        <CardForm
          config={config}
          payment={{ ...payment, clientSecret }}
          returnUrl={`${location.origin}${pathOf('thanks', language)}?${query.toString()}`}
          onPaid={onPaid}
        />
      )}
    </div>
  );
}
