import type { AnswerOf, Subscription } from '@stillpix/contract';
import { type Currency, prices } from '@stillpix/contract/limits';
import { useRef, useState, type RefObject } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { formatDay, formatMoney } from '../../i18n/money.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { showToast } from '../../ui/toast.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

type ActionName = 'toAnnual' | 'reactivate' | 'cancel' | 'refund';

interface PlanAction {
  call: () => Promise<AnswerOf<'subscription'>>;
  /** A confirmation to show first. */
  question?: Question;
  done: { title: string; text: string };
  failed: { title: string; text: string };
}

interface Question {
  title: string;
  text: string;
  /** Label of the confirming button. */
  confirmLabel: string;
}

interface PlanActions {
  subscription: Subscription;
  currency: Currency;
  /** Gets the focus if the button that was pressed disappears. */
  panelRef: RefObject<HTMLElement | null>;
}

/** Actions on a running plan, one at a time. Results are shown in a toast. */
export function usePlanActions({ subscription, currency, panelRef }: PlanActions) {
  const { panel, toasts } = useBillingMessages();
  const language = useLanguage();
  const answers = useKnownAnswers();
  const [working, setWorking] = useState(false);
  const busy = useRef(false);
  const [asked, setAsked] = useState<ActionName | null>(null);

  async function act({ call: ask, done, failed }: PlanAction) {
    if (busy.current) return;
    busy.current = true;
    setWorking(true);
    try {
      const answer = await ask();
      answers.set('subscription', answer);
      await answers.askAgain('payments');
      showToast({ ...done, tone: 'good' });
      await announceSession();
    } catch (thrown) {
      // Stripe's script, by which the bank asks, may only run on a page of payments.
      if (codeOf(thrown) === 'payment-needs-bank') {
        window.location.assign(pathOf('confirm-change', language));
        return;
      }
      showToast({ title: failed.title, text: explain(thrown) ?? failed.text, tone: 'bad' });
    }
    busy.current = false;
    setWorking(false);
    if (document.activeElement === document.body) panelRef.current?.focus();
  }

  function explain(thrown: unknown): string | undefined {
    const code = codeOf(thrown);
    if (code === 'payment-failed') return toasts.paymentFailedText;
    if (code === 'refund-not-available') return toasts.refundOver;
    return undefined;
  }

  async function openPortal() {
    // Opened within the click; otherwise the browser would block it.
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

  const yearly = formatMoney(prices[currency].annual.cents, language, currency);
  const { currentPeriodEnd, status } = subscription;
  // An unpaid subscription ends at once.
  const endsLater = status === 'active' || status === 'trialing';
  const end = currentPeriodEnd === null ? '' : formatDay(currentPeriodEnd, language);
  const actions: Record<ActionName, PlanAction> = {
    toAnnual: {
      call: () => call('changePlan', { plan: 'annual' }),
      question: {
        title: panel.toAnnualTitle,
        text: panel.toAnnualConfirm(yearly),
        confirmLabel: panel.toAnnualPay[currency],
      },
      done: { title: toasts.planChanged, text: toasts.planChangedText },
      failed: { title: toasts.planFailed, text: toasts.createFailed },
    },
    reactivate: {
      call: () => call('reactivateSubscription'),
      done: { title: toasts.reactivated, text: toasts.reactivatedText },
      failed: { title: toasts.reactivateFailed, text: toasts.reactivateFailedText },
    },
    cancel: {
      call: () => call('cancelSubscription'),
      question: {
        title: panel.cancel,
        text: endsLater ? panel.cancelConfirm : panel.cancelNowConfirm,
        confirmLabel: panel.cancel,
      },
      done: {
        title: toasts.canceled,
        text: endsLater ? toasts.canceledText(end) : toasts.canceledNowText,
      },
      failed: { title: toasts.cancelFailed, text: toasts.cancelFailedText },
    },
    refund: {
      call: () => call('refund'),
      question: {
        title: panel.refund,
        text: subscription.entitled ? panel.refundConfirm : panel.refundAfterwardsConfirm,
        confirmLabel: panel.refund,
      },
      done: { title: toasts.refunded, text: toasts.refundedText },
      failed: { title: toasts.refundFailed, text: toasts.refundFailedText },
    },
  };

  /** Runs the action, after a confirmation if it needs one. */
  function begin(name: ActionName) {
    if (actions[name].question === undefined) void act(actions[name]);
    else if (!busy.current) setAsked(name);
  }

  function confirm() {
    setAsked(null);
    if (asked !== null) void act(actions[asked]);
  }

  return {
    working,
    begin,
    question: asked === null ? undefined : actions[asked].question,
    confirm,
    dismiss: () => setAsked(null),
    openPortal,
  };
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof ApiError ? thrown.answer.code : undefined;
}
