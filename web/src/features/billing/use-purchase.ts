import type { AnswerOf, BillingConfig } from '@stillpix/contract';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { mayPayHere, type OpenPayment, type Order } from './payment.ts';
import { useCheckout } from './use-checkout.ts';

/** Time to read the confirmation before the account setup opens, in milliseconds. */
const redirectDelay = 2000;

/** What the dialog has done so far, without what the server says. */
type Progress =
  | { name: 'order' }
  | { name: 'elsewhere'; order: Order }
  /** `since` is in milliseconds; `target` is set once the account setup may open. */
  | { name: 'paid'; since: number; target: string | null };

/** What the purchase dialog shows. */
export type PurchaseStage =
  | { name: 'loading' | 'already-pro' }
  /** Without a reason, payments are not set up here. */
  | { name: 'unavailable'; reason: string | null }
  | { name: 'order'; account: AnswerOf<'user'> | null }
  | { name: 'payment'; config: BillingConfig; payment: OpenPayment }
  | { name: 'elsewhere'; order: Order }
  | { name: 'paid'; hasAccount: boolean };

/** A purchase from the order to the payment, which may happen in another tab. */
export function usePurchase() {
  const language = useLanguage();
  const { isPro } = useSession();
  const checkout = useCheckout({ email: '', plan: 'monthly', beginAtOnce: false });
  const [progress, setProgress] = useState<Progress>({ name: 'order' });
  useRedirect(progress);
  const { known, payment } = checkout;
  const account = known !== null && 'config' in known ? known.account : null;

  function findStage(): PurchaseStage {
    if (known !== null && 'reason' in known) return { name: 'unavailable', reason: known.reason };
    if (known !== null && known.config.provider === null)
      return { name: 'unavailable', reason: null };
    // The payment was made in the other tab, and the server has just told this one.
    if (progress.name === 'paid' || (progress.name === 'elsewhere' && isPro))
      return { name: 'paid', hasAccount: account?.hasPassword === true || isPro };
    if (progress.name === 'elsewhere') return progress;
    if (isPro && payment === null) return { name: 'already-pro' };
    if (known === null) return { name: 'loading' };
    if (payment === null) return { name: 'order', account };
    return { name: 'payment', config: known.config, payment };
  }

  function openTab(order: Order) {
    const fragment = new URLSearchParams({
      email: order.email,
      plan: order.plan,
      ...(order.beginAtOnce && { begin: 'at-once' }),
    });
    window.open(`${pathOf('subscribe', language)}#${fragment.toString()}`, '_blank', 'noopener');
  }

  async function proceed(order: Order) {
    if (known === null || 'reason' in known) return;
    if (known.config.provider === 'stripe' && !mayPayHere()) {
      // Tool pages allow no third party at all, and leaving this page would lose its files.
      openTab(order);
      setProgress({ name: 'elsewhere', order });
      return;
    }
    await checkout.begin(order);
  }

  async function finish(done: OpenPayment) {
    const since = Date.now();
    setProgress({ name: 'paid', since, target: null });
    await checkout.finish(done);
    if (account?.hasPassword === true) return;
    const query = new URLSearchParams({ session_id: done.sessionId, email: done.email });
    const target = `${pathOf('account-setup', language)}?${query.toString()}`;
    setProgress({ name: 'paid', since, target });
  }

  return { stage: findStage(), checkout, openTab, proceed, finish };
}

/** Leaves after the confirmation was shown, unless the dialog is closed before. */
function useRedirect(progress: Progress): void {
  useEffect(() => {
    if (progress.name !== 'paid' || progress.target === null) return;
    const { since, target } = progress;
    const wait = Math.max(0, redirectDelay - (Date.now() - since));
    const timer = setTimeout(() => window.location.assign(target), wait);
    return () => clearTimeout(timer);
  }, [progress]);
}
