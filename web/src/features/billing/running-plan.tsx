import type { Subscription } from '@stillpix/contract';
import { type Currency, prices } from '@stillpix/contract/plans';
import type { RefObject } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { formatDay, formatMoney } from '../../i18n/money.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import styles from './billing-panel.module.css';
import { useBillingMessages } from './use-billing-messages.ts';
import { usePlanActions } from './use-plan-actions.ts';
import { usePortal } from './use-portal.ts';

interface RunningPlanProps {
  subscription: Subscription;
  /** Currency of the last payment. The operator may have changed the site's currency since. */
  currency: Currency;
  /** The panel around it, which remains when this plan is gone. */
  panelRef: RefObject<HTMLElement | null>;
}

/** A subscription that is active, unpaid or refundable, with its actions. */
export function RunningPlan({ subscription, currency, panelRef }: RunningPlanProps) {
  const { bank, panel } = useBillingMessages();
  const language = useLanguage();
  const openPortal = usePortal();
  const { working, begin, question, confirm, dismiss } = usePlanActions({
    subscription,
    currency,
    panelRef,
  });
  const { plan, status, cancelAtPeriodEnd, entitled, refundableUntil } = subscription;
  // Only Stripe's payers are asked by a bank about a change, and only the month can be changed.
  const mayWait = plan === 'monthly' && entitled && subscription.provider === 'stripe';
  const waiting = useAnswer('waitingChange', undefined, { enabled: mayWait });
  const isWaiting = mayWait && waiting.data?.plan === 'annual';
  const isRefused = mayWait && waiting.data?.refused === 'annual';
  const refundWords = entitled ? panel.refundUntil : panel.refundAfterwards;
  const yearly = formatMoney(prices[currency].annual.cents, language, currency);
  return (
    <>
      <PlanFacts subscription={subscription} currency={currency} />
      {isWaiting && (
        <div className={styles.notice}>
          <p>{panel.changeWaits}</p>
          <ButtonRow>
            <Button asChild kind="primary" size="s">
              <a href={pathOf('confirm-change', language)}>{bank.title}</a>
            </Button>
            <Button size="s" disabled={working} onClick={() => begin('stayMonthly')}>
              {bank.stay}
            </Button>
          </ButtonRow>
        </div>
      )}
      {isRefused && (
        <div className={styles.notice}>
          <p>{panel.changeRefused}</p>
          <Button size="s" disabled={working} onClick={() => begin('stayMonthly')}>
            {bank.stay}
          </Button>
        </div>
      )}
      {subscription.provider === 'manual' ? (
        <p>{panel.manual}</p>
      ) : (
        <ButtonRow>
          {plan === 'monthly' && status === 'active' && !isWaiting && (
            <Button disabled={working} onClick={() => begin('toAnnual')}>
              {panel.toAnnual(yearly)}
            </Button>
          )}
          <Button onClick={() => void openPortal()}>
            {panel.portal}
            <span className="visually-hidden"> ({panel.newTab})</span>
          </Button>
          {status === 'canceled' ? null : cancelAtPeriodEnd ? (
            <Button kind="primary" disabled={working} onClick={() => begin('reactivate')}>
              {panel.reactivate}
            </Button>
          ) : (
            <Button kind="quiet" disabled={working} onClick={() => begin('cancel')}>
              {panel.cancel}
            </Button>
          )}
        </ButtonRow>
      )}
      {refundableUntil !== null && (
        <div className={styles.notice}>
          <p>{refundWords(formatDay(refundableUntil, language))}</p>
          <Button size="s" disabled={working} onClick={() => begin('refund')}>
            {panel.refund}
          </Button>
        </div>
      )}
      {question !== undefined && (
        <ConfirmDialog
          {...question}
          cancelLabel={panel.goBack}
          onConfirm={confirm}
          onCancel={dismiss}
        />
      )}
    </>
  );
}

function PlanFacts({ subscription, currency }: Omit<RunningPlanProps, 'panelRef'>) {
  const { panel } = useBillingMessages();
  const language = useLanguage();
  const {
    plan,
    status,
    cancelAtPeriodEnd,
    nextBillingDate,
    currentPeriodEnd,
    graceUntil,
    entitled,
  } = subscription;
  const day = (iso: string | null) => (iso === null ? '' : formatDay(iso, language));
  const isPaid = status === 'active' || status === 'trialing';
  const tone = isPaid && !cancelAtPeriodEnd ? 'good' : 'bad';
  const price = formatMoney(prices[currency][plan].cents, language, currency);
  const facts = [
    {
      name: panel.plan,
      value: (
        <>
          {panel.planNames[plan]}{' '}
          <span className={styles.state} data-tone={tone}>
            {cancelAtPeriodEnd && status !== 'canceled' ? panel.canceled : panel.status[status]}
          </span>
        </>
      ),
    },
    nextBillingDate === null || !entitled
      ? { name: panel.until, value: day(graceUntil ?? currentPeriodEnd) }
      : { name: panel.next, value: `${day(nextBillingDate)}, ${price}` },
    { name: panel.since, value: day(subscription.startDate) },
  ];
  return (
    <>
      <FactList facts={facts} />
      {nextBillingDate !== null && !isPaid && (
        <output className={styles.warning}>
          {entitled ? panel.pastDue(day(graceUntil)) : panel.lapsed}
        </output>
      )}
    </>
  );
}
