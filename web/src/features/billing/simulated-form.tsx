import { FlaskConical } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { siteCurrency } from '../../i18n/money.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Alert } from '../../ui/alert.tsx';
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
  const [working, setWorking] = useState(false);
  const [declined, setDeclined] = useState(false);
  const busy = useRef(false);
  const label = useId();

  async function pay(agreed?: boolean) {
    if (busy.current) return;
    busy.current = true;
    setWorking(true);
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
    if (outcome === 'paid') return onPaid();
    busy.current = false;
    setWorking(false);
    setDeclined(outcome === 'declined');
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
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
      <p className={styles.obligation}>{messages.purchase.obligation}</p>
      {asking ? (
        <fieldset className={styles.bank}>
          <legend>{messages.simulated.bank}</legend>
          <Button kind="primary" disabled={working} onClick={() => void pay(true)}>
            {messages.simulated.approve}
          </Button>
          <Button disabled={working} onClick={() => void pay(false)}>
            {messages.simulated.refuse}
          </Button>
        </fieldset>
      ) : (
        <Button type="submit" kind="primary" size="l" disabled={working}>
          {working ? messages.purchase.processing : messages.purchase.pay[siteCurrency()]}
        </Button>
      )}
    </form>
  );
}
