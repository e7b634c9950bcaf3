import type { AnswerOf, Subscription } from '@stillpix/contract';
import { currencies, type Currency, prices } from '@stillpix/contract/limits';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useAnswer, useKnownAnswers } from '../../api/use-answer.ts';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './billing-panel.module.css';
import { formatDay, formatMoney, siteCurrency } from '../../i18n/money.ts';
import { PaymentHistory } from './payment-history.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

type Answer = AnswerOf<'subscription'>;

/** Plan, next date, and everything that can be done about it. */
export default function BillingPanel() {
  const messages = useBillingMessages();
  const language = useLanguage();
  const subscription = useAnswer('subscription');
  const payments = useAnswer('payments');
  if (subscription.isPending) return <Spinner label={messages.purchase.starting} />;
  const found = subscription.data?.subscription ?? null;
  return (
    <div className={styles.panel}>
      {found?.entitled === true || found?.status === 'unpaid' ? (
        <RunningPlan
          subscription={found}
          currency={
            currencies.find((one) => one === payments.data?.payments[0]?.currency) ?? siteCurrency()
          }
        />
      ) : (
        <div className={styles.none}>
          <p className={styles.lead}>{messages.panel.none}</p>
          <p>{messages.panel.noneText}</p>
          <Button asChild kind="primary">
            <a href={pathOf('subscribe', language)}>{messages.panel.goPro}</a>
          </Button>
        </div>
      )}
      <PaymentHistory payments={payments.data?.payments ?? []} />
    </div>
  );
}

interface Action {
  call: () => Promise<Answer>;
  /** Asked in the browser's own dialog first. */
  confirm?: string;
  done: { title: string; text: string };
  failed: { title: string; text: string };
}

interface RunningPlanProps {
  subscription: Subscription;
  /** What it is paid in: that of the last payment, which an operator may have changed since. */
  currency: Currency;
}

function RunningPlan({ subscription, currency }: RunningPlanProps) {
  const messages = useBillingMessages();
  const { panel, toasts } = messages;
  const language = useLanguage();
  const answers = useKnownAnswers();
  const [working, setWorking] = useState(false);
  const busy = useRef(false);
  const day = (iso: string | null) => (iso === null ? '' : formatDay(iso, language));
  const yearly = formatMoney(prices[currency].annual.cents, language, currency);

  async function act({ call: ask, confirm, done, failed }: Action) {
    if (busy.current || (confirm !== undefined && !window.confirm(confirm))) return;
    busy.current = true;
    setWorking(true);
    try {
      const answer = await ask();
      answers.set('subscription', answer);
      await answers.askAgain('payments');
      showToast({ ...done, tone: 'good' });
      await announceSession();
    } catch (thrown) {
      showToast({ title: failed.title, text: explain(thrown) ?? failed.text, tone: 'bad' });
    }
    busy.current = false;
    setWorking(false);
  }

  function explain(thrown: unknown): string | undefined {
    const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
    if (code === 'payment-failed') return toasts.paymentFailedText;
    if (code === 'refund-not-available') return toasts.refundOver;
    return undefined;
  }

  async function openPortal() {
    // Opened within the click, or the browser would block it.
    const tab = window.open('', '_blank');
    try {
      const { url } = await call('portal', { returnPath: pathOf('account', language) });
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    } catch {
      tab?.close();
      showToast({ title: toasts.error, text: toasts.portalFailed, tone: 'bad' });
    }
  }

  const isManual = subscription.provider === 'manual';
  const { cancelAtPeriodEnd, currentPeriodEnd, refundableUntil, plan } = subscription;
  const isPastDue = subscription.status === 'past_due';
  return (
    <>
      <FactList
        facts={[
          {
            name: panel.plan,
            value: (
              <>
                {panel.planNames[plan]}{' '}
                <span
                  className={styles.state}
                  data-tone={cancelAtPeriodEnd || isPastDue ? 'bad' : 'good'}
                >
                  {cancelAtPeriodEnd ? panel.canceled : panel.status[subscription.status]}
                </span>
              </>
            ),
          },
          {
            name: subscription.nextBillingDate === null ? panel.until : panel.next,
            value: [
              day(subscription.nextBillingDate ?? currentPeriodEnd),
              ...(subscription.nextBillingDate === null
                ? []
                : [formatMoney(prices[currency][plan].cents, language, currency)]),
            ].join(', '),
          },
          { name: panel.since, value: day(subscription.startDate) },
        ]}
      />
      {isPastDue && (
        <output className={styles.warning}>{panel.pastDue(day(subscription.graceUntil))}</output>
      )}
      {isManual && <p>{panel.manual}</p>}
      {!isManual && (
        <div className={styles.actions}>
          {plan === 'monthly' && subscription.status === 'active' && (
            <Button
              disabled={working}
              onClick={() =>
                void act({
                  call: () => call('changePlan', { plan: 'annual' }),
                  confirm: panel.toAnnualConfirm(yearly),
                  done: { title: toasts.planChanged, text: toasts.planChangedText },
                  failed: { title: toasts.planFailed, text: toasts.createFailed },
                })
              }
            >
              {panel.toAnnual(yearly)}
            </Button>
          )}
          <Button onClick={() => void openPortal()}>
            {panel.portal}
            <span className="visually-hidden"> ({panel.newTab})</span>
          </Button>
          {cancelAtPeriodEnd ? (
            <Button
              kind="primary"
              disabled={working}
              onClick={() =>
                void act({
                  call: () => call('reactivateSubscription'),
                  done: { title: toasts.reactivated, text: toasts.reactivatedText },
                  failed: { title: toasts.reactivateFailed, text: toasts.reactivateFailedText },
                })
              }
            >
              {panel.reactivate}
            </Button>
          ) : (
            <Button
              kind="quiet"
              disabled={working}
              onClick={() =>
                void act({
                  call: () => call('cancelSubscription'),
                  confirm: panel.cancelConfirm,
                  done: {
                    title: toasts.canceled,
                    text: toasts.canceledText(day(currentPeriodEnd)),
                  },
                  failed: { title: toasts.cancelFailed, text: toasts.cancelFailedText },
                })
              }
            >
              {panel.cancel}
            </Button>
          )}
        </div>
      )}
      {refundableUntil !== null && (
        <div className={styles.refund}>
          <p>{panel.refundUntil(day(refundableUntil))}</p>
          <Button
            size="s"
            disabled={working}
            onClick={() =>
              void act({
                call: () => call('refund'),
                confirm: panel.refundConfirm,
                done: { title: toasts.refunded, text: toasts.refundedText },
                failed: { title: toasts.refundFailed, text: toasts.refundFailedText },
              })
            }
          >
            {panel.refund}
          </Button>
        </div>
      )}
    </>
  );
}
