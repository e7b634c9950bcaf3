import type { Subscription } from '@stillpix/contract';
import type { Currency } from '@stillpix/contract/plans';
import { useState, type RefObject } from 'react';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { useKnownAnswers } from '../../api/use-answer.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { showToast } from '../../ui/toast.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { type ActionName, describePlanActions, type PlanAction } from './plan-actions.ts';
import { useBillingMessages } from './use-billing-messages.ts';

interface PlanActions {
  subscription: Subscription;
  currency: Currency;
  /** Gets the focus if the button that was pressed disappears. */
  panelRef: RefObject<HTMLElement | null>;
}

/** Actions on a running plan, one at a time. Results are shown in a toast. */
export function usePlanActions({ subscription, currency, panelRef }: PlanActions) {
  const messages = useBillingMessages();
  const language = useLanguage();
  const answers = useKnownAnswers();
  const [working, run] = useBusy();
  const [asked, setAsked] = useState<ActionName | null>(null);
  const actions = describePlanActions({ subscription, currency }, messages, language);

  const act = ({ call: ask, done, failed }: PlanAction) =>
    run(async () => {
      try {
        const answer = await ask();
        answers.set('subscription', answer);
        await Promise.all([answers.askAgain('payments'), answers.askAgain('waitingChange')]);
        showToast({ ...done(answer.subscription), tone: 'good' });
        await announceSession();
      } catch (thrown) {
        const code = thrown instanceof ApiError ? thrown.answer.code : undefined;
        // Stripe's script, by which the bank asks, may only run on a page of payments.
        if (code === 'payment-needs-bank') {
          window.location.assign(pathOf('confirm-change', language));
          return 'leaving';
        }
        const text = explain(code) ?? failed.text;
        showToast({ title: failed.title, text, tone: 'bad' });
      }
      if (document.activeElement === document.body) panelRef.current?.focus();
      return undefined;
    });

  function explain(code: string | undefined): string | undefined {
    if (code === 'payment-failed') return messages.toasts.paymentFailedText;
    if (code === 'refund-not-available') return messages.toasts.refundOver;
    return undefined;
  }

  /** Runs the action, after a confirmation if it needs one. */
  function begin(name: ActionName) {
    if (actions[name].question === undefined) act(actions[name]);
    else if (!working) setAsked(name);
  }

  function confirm() {
    setAsked(null);
    if (asked !== null) act(actions[asked]);
  }

  return {
    working,
    begin,
    question: asked === null ? undefined : actions[asked].question,
    confirm,
    dismiss: () => setAsked(null),
  };
}
