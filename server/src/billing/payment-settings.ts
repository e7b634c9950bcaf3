import type { SettingName, Settings } from '../settings.ts';

export type PaymentSettings = Pick<
  Settings,
  | 'NODE_ENV'
  | 'DATA_DIR'
  | 'PAYMENTS'
  | 'CURRENCY'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_PUBLISHABLE_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_CHECKOUT'
  | 'STRIPE_AUTOMATIC_TAX'
  | 'STRIPE_API_URL'
>;

/** Problems in the payment settings, by name. Empty if there are none. */
export function findPaymentProblems(
  settings: PaymentSettings,
): [name: SettingName, problem: string][] {
  const problems: [SettingName, string][] = [];
  const { NODE_ENV, PAYMENTS, STRIPE_SECRET_KEY, STRIPE_API_URL, STRIPE_AUTOMATIC_TAX } = settings;
  if (NODE_ENV === 'production' && PAYMENTS === 'simulated') {
    problems.push(['PAYMENTS', 'simulated payments are refused in production']);
  }
  if (PAYMENTS === 'stripe' && !STRIPE_SECRET_KEY) {
    problems.push(['STRIPE_SECRET_KEY', 'is needed with PAYMENTS=stripe']);
  }
  if (STRIPE_SECRET_KEY) {
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
      if (!settings[name]) problems.push([name, 'is needed together with STRIPE_SECRET_KEY']);
    }
    const isTest = /^[sr]k_test_/.test(STRIPE_SECRET_KEY);
    const publishable = settings.STRIPE_PUBLISHABLE_KEY ?? '';
    if (publishable && publishable.startsWith('pk_test_') !== isTest) {
      problems.push(['STRIPE_PUBLISHABLE_KEY', 'and the secret key are not of the same mode']);
    }
    const isUsed = PAYMENTS === undefined || PAYMENTS === 'stripe';
    if (isUsed && STRIPE_AUTOMATIC_TAX && settings.STRIPE_CHECKOUT !== 'hosted') {
      // https://docs.stripe.com/tax/customer-locations
      problems.push([
        'STRIPE_CHECKOUT',
        'must be hosted with STRIPE_AUTOMATIC_TAX=true: only that page asks where the payer lives',
      ]);
    }
    // A live key must never be sent to a server other than the provider's.
    if (STRIPE_API_URL && !isTest) {
      problems.push(['STRIPE_API_URL', 'is only for test keys']);
    }
  }
  return problems;
}
