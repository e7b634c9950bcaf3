import { currencies } from '@stillpix/contract/plans';
import { useRef } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { LoadProblem } from '../../site/parts/load-problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './billing-panel.module.css';
import { siteCurrency } from '../../i18n/money.ts';
import { PaymentHistory } from './payment-history.tsx';
import { RunningPlan } from './running-plan.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

/** Plan, next payment date, and all actions on them. */
export default function BillingPanel() {
  const messages = useBillingMessages();
  const language = useLanguage();
  const subscription = useAnswer('subscription');
  const payments = useAnswer('payments');
  const panelRef = useRef<HTMLDivElement>(null);
  if (subscription.isPending) return <Spinner label={messages.purchase.starting} />;
  if (subscription.isError) {
    const again = () => void Promise.all([subscription.refetch(), payments.refetch()]);
    return <LoadProblem thrown={subscription.error} onAgain={again} />;
  }
  const found = subscription.data?.subscription ?? null;
  // Even without Pro there may be a subscription to cancel or a payment to refund.
  const isOpen =
    found !== null &&
    (found.entitled || found.nextBillingDate !== null || found.refundableUntil !== null);
  return (
    <div ref={panelRef} tabIndex={-1} className={styles.panel}>
      {isOpen && (
        <RunningPlan
          subscription={found}
          panelRef={panelRef}
          currency={
            currencies.find((one) => one === payments.data?.payments[0]?.currency) ?? siteCurrency()
          }
        />
      )}
      {(!isOpen || (found.status === 'canceled' && !found.entitled)) && (
        <div className={styles.none}>
          <p className={styles.lead}>{messages.panel.none}</p>
          <p>{messages.panel.noneText}</p>
          <Button asChild kind="primary">
            <a href={pathOf('subscribe', language)}>{messages.panel.goPro}</a>
          </Button>
        </div>
      )}
      {payments.isError ? (
        <LoadProblem thrown={payments.error} onAgain={() => void payments.refetch()} />
      ) : (
        <PaymentHistory payments={payments.data?.payments ?? []} />
      )}
    </div>
  );
}
