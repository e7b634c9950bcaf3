import type { BillingConfig } from '@stillpix/contract';
import { lazy, Suspense } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import type { OpenPayment } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

export interface CardFormProps {
  payment: OpenPayment;
  /** Where a bank that takes over the page leads back to. */
  returnUrl: string;
  onPaid: () => void;
}

const StripeForm = lazy(() => import('./stripe-form.tsx'));
const SimulatedForm = lazy(() => import('./simulated-form.tsx'));

/** The form of whoever takes the payment; the provider's script is fetched here and nowhere else. */
export function CardForm({ config, ...props }: CardFormProps & { config: BillingConfig }) {
  const { processing } = useBillingMessages().purchase;
  return (
    <Suspense fallback={<Spinner label={processing} />}>
      {config.provider === 'stripe' && config.publishableKey !== null ? (
        <StripeForm {...props} publishableKey={config.publishableKey} />
      ) : (
        <SimulatedForm {...props} />
      )}
    </Suspense>
  );
}
