import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmailStep } from './email-step.tsx';
import { mayPayHere, type OpenPayment, type Order } from './payment.ts';
import { PaymentStep } from './payment-step.tsx';
import styles from './purchase-dialog.module.css';
import { useBillingMessages } from './use-billing-messages.ts';
import { useCheckout } from './use-checkout.ts';

/** Time to read the confirmation before the account setup opens, in milliseconds. */
const redirectDelay = 2000;

type CheckoutStage =
  | { name: 'order' }
  | { name: 'elsewhere'; order: Order }
  /** `since` is in milliseconds; `target` is set once the account setup may open. */
  | { name: 'paid'; since: number; target: string | null };

/** Leaves after the confirmation was shown, unless the dialog is closed before. */
function useRedirect(stage: CheckoutStage): void {
  useEffect(() => {
    if (stage.name !== 'paid' || stage.target === null) return;
    const { since, target } = stage;
    const wait = Math.max(0, redirectDelay - (Date.now() - since));
    const timer = setTimeout(() => window.location.assign(target), wait);
    return () => clearTimeout(timer);
  }, [stage]);
}

export default function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const language = useLanguage();
  const messages = useBillingMessages();
  const { isPro } = useSession();
  const checkout = useCheckout({ email: '', plan: 'monthly', beginAtOnce: false });
  const [stage, setStage] = useState<CheckoutStage>({ name: 'order' });
  useRedirect(stage);
  const { known, payment } = checkout;
  const isKnown = known !== null && 'config' in known;
  const account = isKnown ? known.account : null;

  // The payment was made in the other tab, and the server has just told this one.
  const isPaid = stage.name === 'paid' || (stage.name === 'elsewhere' && isPro);

  function openTab(order: Order) {
    const fragment = new URLSearchParams({
      email: order.email,
      plan: order.plan,
      ...(order.beginAtOnce && { begin: 'at-once' }),
    });
    window.open(`${pathOf('subscribe', language)}#${fragment.toString()}`, '_blank', 'noopener');
  }

  async function proceed(order: Order) {
    if (!isKnown) return;
    if (known.config.provider === 'stripe' && !mayPayHere()) {
      // Tool pages allow no third party at all, and leaving this page would lose its files.
      openTab(order);
      setStage({ name: 'elsewhere', order });
      return;
    }
    await checkout.begin(order);
  }

  async function paid(done: OpenPayment) {
    const since = Date.now();
    setStage({ name: 'paid', since, target: null });
    await checkout.finish(done);
    if (account?.hasPassword === true) return;
    const query = new URLSearchParams({ session_id: done.sessionId, email: done.email });
    const target = `${pathOf('account-setup', language)}?${query.toString()}`;
    setStage({ name: 'paid', since, target });
  }

  if (known !== null && (!isKnown || known.config.provider === null)) {
    const { dialogTitle } = messages.unavailable;
    const dialogText = isKnown ? messages.unavailable.dialogText : known.reason;
    return (
      <PurchaseFrame title={dialogTitle} description={dialogText} onClose={onClose}>
        <Button onClick={onClose}>{messages.purchase.close}</Button>
      </PurchaseFrame>
    );
  }
  if (isPaid) {
    const hasAccount = account?.hasPassword === true || isPro;
    const text = hasAccount ? messages.purchase.successSignedIn : messages.purchase.successText;
    return (
      <PurchaseFrame title={messages.purchase.success} description={text} onClose={onClose}>
        <p className={styles.done}>
          <Check aria-hidden />
        </p>
        {hasAccount && (
          <Button kind="primary" onClick={onClose}>
            {messages.purchase.startConverting}
          </Button>
        )}
      </PurchaseFrame>
    );
  }
  if (stage.name === 'elsewhere') {
    const { waiting, waitingText, openAgain } = messages.purchase;
    return (
      <PurchaseFrame title={waiting} description={waitingText} onClose={onClose}>
        <Spinner label={waiting} />
        <Button onClick={() => openTab(stage.order)}>{openAgain}</Button>
      </PurchaseFrame>
    );
  }
  if (isPro && payment === null) {
    const { alreadyPro, alreadyProText } = messages.purchase;
    return (
      <PurchaseFrame title={alreadyPro} description={alreadyProText} onClose={onClose}>
        <Button onClick={onClose}>{messages.purchase.close}</Button>
      </PurchaseFrame>
    );
  }
  return (
    <PurchaseFrame
      title={messages.purchase.title}
      description={messages.purchase.description}
      onClose={onClose}
    >
      {known === null && <Spinner label={messages.purchase.starting} />}
      {isKnown && payment !== null && (
        <PaymentStep
          config={known.config}
          payment={payment}
          problem={checkout.problem}
          onBack={checkout.goBack}
          onOrder={checkout.order}
          onPaid={() => void paid(payment)}
        />
      )}
      {isKnown && payment === null && (
        <EmailStep
          start={checkout.draft}
          account={account?.email ?? null}
          problem={checkout.problem}
          onContinue={proceed}
        />
      )}
    </PurchaseFrame>
  );
}

interface PurchaseFrameProps {
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
}

function PurchaseFrame({ title, description, onClose, children }: PurchaseFrameProps) {
  const { close } = useBillingMessages().purchase;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={description}
      closeLabel={close}
    >
      <div className={styles.body}>{children}</div>
    </Dialog>
  );
}
