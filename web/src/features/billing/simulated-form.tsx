import { FlaskConical } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { siteCurrency } from '../../i18n/money.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import styles from './card-form.module.css';
import type { CardFormProps } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

const cards = ['good', 'declined', 'authenticate', 'fails-later'] as const;
type Card = (typeof cards)[number];

/** Replaces the card form and says on every screen that no money moves. */
export default function SimulatedForm({ payment, onPaid }: CardFormProps) {
  const messages = useBillingMessages();
  const [card, setCard] = useState<Card>('good');
  const [asking, setAsking] = useState(false);
  const [working, run] = useBusy();
  const [declined, setDeclined] = useState(false);
  const label = useId();

  async function pay(agreed?: boolean) {
    setDeclined(false);
    const outcome = await call('simulatedPayment', {
      clientSecret: payment.clientSecret,
      card,
      ...(agreed === undefined ? {} : { agreed }),
    }).then(
      (answer) => answer.outcome,
      () => 'declined' as const,
    );
    setAsking(outcome === 'action');
    setDeclined(outcome === 'declined');
    if (outcome !== 'paid') return undefined;
    onPaid();
    return 'leaving';
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(() => pay());
  };

  return (
    <Form onSubmit={submit}>
      <div className={styles.simulated}>
        <p className={styles.label}>
          <FlaskConical aria-hidden />
          {messages.simulated.label}
        </p>
        <p>{messages.simulated.text}</p>
        <label htmlFor={label} className={styles.cardLabel}>
          {messages.simulated.card}
        </label>
        <Select
          id={label}
          value={card}
          disabled={asking}
          options={cards.map((value) => ({ value, label: messages.simulated[value] }))}
          onChange={(value) => setCard(cards.find((known) => known === value) ?? 'good')}
        />
      </div>
      {declined && (
        <Alert title={messages.toasts.paymentFailed}>{messages.toasts.paymentFailedText}</Alert>
      )}
      <Note>{messages.purchase.obligation}</Note>
      {asking ? (
        <fieldset className={styles.bank}>
          <legend>{messages.simulated.bank}</legend>
          <Button kind="primary" disabled={working} onClick={() => run(() => pay(true))}>
            {messages.simulated.approve}
          </Button>
          <Button disabled={working} onClick={() => run(() => pay(false))}>
            {messages.simulated.refuse}
          </Button>
        </fieldset>
      ) : (
        <Button type="submit" kind="primary" size="l" disabled={working}>
          {working ? messages.purchase.processing : messages.purchase.pay[siteCurrency()]}
        </Button>
      )}
    </Form>
  );
}
