import type { BillingConfig } from '@stillpix/contract';
import { lazy, Suspense } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import type { CardFormProps } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

const StripeForm = lazy(() => import('./stripe-form.tsx'));
const SimulatedForm = lazy(() => import('./simulated-form.tsx'));

/** The payment provider's form. Its script is fetched only here. */
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
