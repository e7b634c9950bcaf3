import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BillingMessages } from '../../i18n/en/billing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmailStep } from './email-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import styles from './purchase-dialog.module.css';
import { useBillingMessages } from './use-billing-messages.ts';
import { type PurchaseStage, usePurchase } from './use-purchase.ts';

export default function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const messages = useBillingMessages();
  const purchase = usePurchase();
  const { title, description } = findWords(purchase.stage, messages);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={description}
      closeLabel={messages.purchase.close}
    >
      <div className={styles.body}>
        <Stage {...purchase} onClose={onClose} />
      </div>
    </Dialog>
  );
}

type StageProps = ReturnType<typeof usePurchase> & { onClose: () => void };

function Stage({ stage, checkout, openTab, proceed, finish, onClose }: StageProps): ReactNode {
  const messages = useBillingMessages().purchase;
  switch (stage.name) {
    case 'loading':
      return <Spinner label={messages.starting} />;
    case 'unavailable':
    case 'already-pro':
      return <Button onClick={onClose}>{messages.close}</Button>;
    case 'order':
      return (
        <EmailStep
          start={checkout.draft}
          account={stage.account?.email ?? null}
          problem={checkout.problem}
          onContinue={proceed}
        />
      );
    case 'payment':
      return (
        <PaymentStep
          config={stage.config}
          payment={stage.payment}
          problem={checkout.problem}
          onBack={checkout.goBack}
          onOrder={checkout.order}
          onPaid={() => void finish(stage.payment)}
        />
      );
    case 'elsewhere':
      return (
        <>
          <Spinner label={messages.waiting} />
          <Button onClick={() => openTab(stage.order)}>{messages.openAgain}</Button>
        </>
      );
    case 'paid':
      return (
        <>
          <p className={styles.done}>
            <Check aria-hidden />
          </p>
          {stage.hasAccount && (
            <Button kind="primary" onClick={onClose}>
              {messages.startConverting}
            </Button>
          )}
        </>
      );
  }
}

function findWords(
  stage: PurchaseStage,
  { purchase, unavailable }: BillingMessages,
): { title: string; description: string } {
  switch (stage.name) {
    case 'unavailable':
      return {
        title: unavailable.dialogTitle,
        description: stage.reason ?? unavailable.dialogText,
      };
    case 'already-pro':
      return { title: purchase.alreadyPro, description: purchase.alreadyProText };
    case 'elsewhere':
      return { title: purchase.waiting, description: purchase.waitingText };
    case 'paid': {
      const description = stage.hasAccount ? purchase.successSignedIn : purchase.successText;
      return { title: purchase.success, description };
    }
    case 'loading':
    case 'order':
    case 'payment':
      return { title: purchase.title, description: purchase.description };
  }
}
