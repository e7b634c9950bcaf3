import type { AnswerOf, Subscription } from '@stillpix/contract';
import { type Currency, prices } from '@stillpix/contract/limits';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { formatDay, formatMoney } from '../../i18n/money.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { showToast } from '../../ui/toast.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

interface PlanAction {
  call: () => Promise<AnswerOf<'subscription'>>;
  /** Asked in the browser's own dialog first. */
  confirm?: string;
  done: { title: string; text: string };
  failed: { title: string; text: string };
}

/** What changes a running plan, one act at a time; what comes of it is said in a toast. */
export function usePlanActions({ currentPeriodEnd }: Subscription, currency: Currency) {
  const { panel, toasts } = useBillingMessages();
  const language = useLanguage();
  const answers = useKnownAnswers();
  const [working, setWorking] = useState(false);
  const busy = useRef(false);

  async function act({ call: ask, confirm, done, failed }: PlanAction) {
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

  const yearly = formatMoney(prices[currency].annual.cents, language, currency);
  const end = currentPeriodEnd === null ? '' : formatDay(currentPeriodEnd, language);
  const actions = {
    toAnnual: {
      call: () => call('changePlan', { plan: 'annual' }),
      confirm: panel.toAnnualConfirm(yearly),
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
      confirm: panel.cancelConfirm,
      done: { title: toasts.canceled, text: toasts.canceledText(end) },
      failed: { title: toasts.cancelFailed, text: toasts.cancelFailedText },
    },
    refund: {
      call: () => call('refund'),
      confirm: panel.refundConfirm,
      done: { title: toasts.refunded, text: toasts.refundedText },
      failed: { title: toasts.refundFailed, text: toasts.refundFailedText },
    },
  } satisfies Record<string, PlanAction>;
  return { working, act: (name: keyof typeof actions) => void act(actions[name]), openPortal };
}
