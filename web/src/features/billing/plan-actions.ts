import type { AnswerOf, Subscription } from '@stillpix/contract';
import { type Currency, prices } from '@stillpix/contract/plans';
import { call } from '../../api/call.ts';
import type { BillingMessages } from '../../i18n/en/billing.ts';
import { formatDay, formatMoney } from '../../i18n/money.ts';
import type { Language } from '../../site/pages/language.ts';

export type ActionName = 'toAnnual' | 'stayMonthly' | 'reactivate' | 'cancel' | 'refund';

export interface PlanAction {
  call: () => Promise<AnswerOf<'subscription'>>;
  /** A confirmation to show first. */
  question?: Question;
  /** What to say of the subscription that it led to. */
  done: (now: Subscription | null) => { title: string; text: string };
  failed: { title: string; text: string };
}

interface Question {
  title: string;
  text: string;
  /** Label of the confirming button. */
  confirmLabel: string;
}

interface Plan {
  subscription: Subscription;
  currency: Currency;
}

/** What can be done about a running plan, and how it is asked and told. */
export function describePlanActions(
  { subscription, currency }: Plan,
  { panel, toasts }: BillingMessages,
  language: Language,
): Record<ActionName, PlanAction> {
  const yearly = formatMoney(prices[currency].annual.cents, language, currency);
  const { currentPeriodEnd, status } = subscription;
  // An unpaid subscription ends at once.
  const endsLater = status === 'active' || status === 'trialing';
  const end = currentPeriodEnd === null ? '' : formatDay(currentPeriodEnd, language);
  const planChanged = { title: toasts.planChanged, text: toasts.planChangedText };
  return {
    toAnnual: {
      call: () => call('changePlan', { plan: 'annual' }),
      question: {
        title: panel.toAnnualTitle,
        text: panel.toAnnualConfirm(yearly),
        confirmLabel: panel.toAnnualPay[currency],
      },
      done: () => planChanged,
      failed: { title: toasts.planFailed, text: toasts.createFailed },
    },
    stayMonthly: {
      call: () => call('dropPlanChange'),
      // It may have been confirmed in another tab.
      done: (now) =>
        now?.plan === 'annual'
          ? planChanged
          : { title: toasts.changeDropped, text: toasts.changeDroppedText },
      failed: { title: toasts.error, text: toasts.changeNotDropped },
    },
    reactivate: {
      call: () => call('reactivateSubscription'),
      done: () => ({ title: toasts.reactivated, text: toasts.reactivatedText }),
      failed: { title: toasts.reactivateFailed, text: toasts.reactivateFailedText },
    },
    cancel: {
      call: () => call('cancelSubscription'),
      question: {
        title: panel.cancel,
        text: endsLater ? panel.cancelConfirm : panel.cancelNowConfirm,
        confirmLabel: panel.cancel,
      },
      done: () => ({
        title: toasts.canceled,
        text: endsLater ? toasts.canceledText(end) : toasts.canceledNowText,
      }),
      failed: { title: toasts.cancelFailed, text: toasts.cancelFailedText },
    },
    refund: {
      call: () => call('refund'),
      question: {
        title: panel.refund,
        text: subscription.entitled ? panel.refundConfirm : panel.refundAfterwardsConfirm,
        confirmLabel: panel.refund,
      },
      done: () => ({ title: toasts.refunded, text: toasts.refundedText }),
      failed: { title: toasts.refundFailed, text: toasts.refundFailedText },
    },
  };
}
