import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useState, type FormEvent } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { siteCurrency } from '../../i18n/money.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import type { CardFormProps } from './payment.ts';
import styles from './card-form.module.css';
import { loadStripeOnce } from './load-stripe.ts';
import { useBillingMessages } from './use-billing-messages.ts';

/** The provider's card form, in our colors and the page's language. */
export default function StripeForm(props: StripeFormProps) {
  const [attempt, setAttempt] = useState(0);
  return <LoadedForm key={attempt} {...props} onAgain={() => setAttempt((count) => count + 1)} />;
}

interface StripeFormProps extends CardFormProps {
  publishableKey: string;
}

function LoadedForm({ onAgain, ...props }: StripeFormProps & { onAgain: () => void }) {
  const { publishableKey, payment } = props;
  const language = useLanguage();
  const { unavailable: messages, purchase } = useBillingMessages();
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    loadStripeOnce(publishableKey).then(
      (loaded) => current && (loaded ? setStripe(loaded) : setFailed(true)),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [publishableKey]);

  if (failed) {
    return (
      <div role="alert" className={styles.failed}>
        <p>{messages.formFailed}</p>
        <Button onClick={onAgain}>{messages.retry}</Button>
      </div>
    );
  }
  if (!stripe) return <Spinner label={purchase.starting} />;
  return (
    <Elements
      stripe={stripe}
      options={{
        clientSecret: payment.clientSecret,
        locale: language === 'pt' ? 'pt-BR' : language,
        appearance: readAppearance(),
      }}
    >
      <PaymentFields {...props} />
    </Elements>
  );
}

function PaymentFields({ payment, returnUrl, onPaid }: CardFormProps) {
  const messages = useBillingMessages();
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [working, run] = useBusy();
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements) return;
    run(async () => {
      setProblem(null);
      const { error } = await stripe
        .confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        })
        .catch(() => ({ error: { message: undefined } }));
      if (error) return setProblem(error.message ?? messages.toasts.paymentFailedText);
      onPaid();
      return 'leaving';
    });
  }

  return (
    <Form onSubmit={submit}>
      <PaymentElement
        onReady={() => setReady(true)}
        options={{ defaultValues: { billingDetails: { email: payment.email } } }}
      />
      {problem !== null && <Alert title={messages.toasts.paymentFailed}>{problem}</Alert>}
      <Note>{messages.purchase.obligation}</Note>
      <Button type="submit" kind="primary" size="l" disabled={!ready || working}>
        {working ? messages.purchase.processing : messages.purchase.pay[siteCurrency()]}
      </Button>
    </Form>
  );
}

/** Our design tokens at this moment. The form is in an iframe, which cannot read them. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  document.body.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const appearance: Appearance = {
    theme: 'stripe',
    variables: {
      colorPrimary: color('--accent'),
      colorBackground: color('--sheet'),
      colorText: color('--ink'),
      colorDanger: color('--bad'),
      fontFamily: 'system-ui, sans-serif',
      borderRadius: style.getPropertyValue('--radius-m').trim(),
    },
  };
  probe.remove();
  return appearance;
}
