import type { FormEvent } from 'react';
import { siteCurrency } from '../../i18n/money.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import type { BeginProblem } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

interface OrderFormProps {
  problem: BeginProblem | null;
  onOrder: () => Promise<void>;
}

/** In the place of the card form where nothing is to be paid now: renewals are, so it is an order all the same. */
export function OrderForm({ problem, onOrder }: OrderFormProps) {
  const { purchase } = useBillingMessages();
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(onOrder);
  }

  return (
    <Form onSubmit={submit}>
      {problem !== null && <Alert title={problem.title}>{problem.text}</Alert>}
      <Note>{purchase.obligation}</Note>
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {working ? purchase.processing : purchase.pay[siteCurrency()]}
      </Button>
    </Form>
  );
}
