import { useState, type FormEvent } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { DueSummary } from './due-summary.tsx';
import { formatMoney, usualDue } from '../../i18n/money.ts';
import type { BeginProblem, Order } from './payment.ts';
import { PlanChoice } from './plan-choice.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

interface EmailStepProps {
  start: Order;
  /** The address of who is signed in: it is not asked for again. */
  account: string | null;
  /** What is in the way of the last try. */
  problem: BeginProblem | null;
  onContinue: (order: Order) => Promise<void>;
}

/** First step of paying: plan, address, and everything it will cost. */
export function EmailStep({ start, account, problem, onContinue }: EmailStepProps) {
  const language = useLanguage();
  const messages = useBillingMessages();
  const [plan, setPlan] = useState(start.plan);
  const [email, setEmail] = useState(start.email);
  const [beginAtOnce, setBeginAtOnce] = useState(start.beginAtOnce);
  const [error, setError] = useState<string | null>(null);
  const [beginError, setBeginError] = useState(false);
  const [working, run] = useBusy();
  const [today] = useState(() => new Date());
  const due = usualDue(plan, today);
  const asksToBegin = due.currency === 'eur';
  const address = account ?? email.trim();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('email');
    const isValid = !(input instanceof HTMLInputElement) || input.validity.valid;
    if (address === '') return setError(messages.purchase.emailRequired);
    if (!isValid) return setError(messages.purchase.emailInvalid);
    if (asksToBegin && !beginAtOnce) return setBeginError(true);
    run(() => {
      setError(null);
      return onContinue({ email: address, plan, beginAtOnce });
    });
  }

  return (
    <Form noValidate onSubmit={submit}>
      <PlanChoice plan={plan} onChange={setPlan} />
      {account === null ? (
        <Field
          label={messages.purchase.email}
          hint={messages.purchase.emailHint}
          error={error}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <p>{messages.purchase.signedInAs(account)}</p>
      )}
      <DueSummary due={due} plan={plan} />
      {asksToBegin && (
        <CheckField
          label={messages.purchase.begin}
          hint={<a href={pathOf('terms', language)}>{messages.purchase.withdrawal}</a>}
          error={beginError && !beginAtOnce ? messages.purchase.beginRequired : null}
          name="begin"
          required
          checked={beginAtOnce}
          onChange={(event) => setBeginAtOnce(event.currentTarget.checked)}
        />
      )}
      {problem && !working && <Alert title={problem.title}>{problem.text}</Alert>}
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {working
          ? messages.purchase.starting
          : messages.purchase.continue(formatMoney(due.nowCents, language, due.currency))}
      </Button>
      <Note>
        {messages.purchase.legal} <a href={pathOf('terms', language)}>{messages.purchase.terms}</a>{' '}
        {messages.purchase.and}{' '}
        <a href={pathOf('privacy-policy', language)}>{messages.purchase.privacy}</a>.
      </Note>
    </Form>
  );
}
