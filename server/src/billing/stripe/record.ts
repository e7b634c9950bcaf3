import type { Stripe } from 'stripe';
import type { ProviderRecord } from '../provider/provider.ts';
import { isOurs } from './catalog.ts';
import { guarded, isMissing } from './errors.ts';
import {
  addGivenOtherwise,
  groupCharges,
  hasFailedRefund,
  toPayment,
  toSubscription,
} from './mapping.ts';

/** All that a customer has had and paid of Pro; empty where the provider knows no such customer. */
export async function readRecord(stripe: Stripe, customer: string): Promise<ProviderRecord> {
  const [subscriptions, { invoices, taken }] = await Promise.all([
    listKnown(() =>
      stripe.subscriptions
        .list({ customer, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 1000 }),
    ),
    listMoney(stripe, customer),
  ]);
  // Whatever else the operator sells to the same customer is not ours to end or to give back.
  const ours = subscriptions.filter(({ items }) => items.data.some(({ price }) => isOurs(price)));
  const ids = new Set(ours.map(({ id }) => id));
  return {
    subscriptions: ours
      .sort((a, b) => b.created - a.created)
      .map((subscription) => toSubscription(subscription, invoices, taken)),
    payments: invoices
      .sort((a, b) => b.created - a.created)
      .map((invoice) => toPayment(invoice, taken))
      .filter((payment) => payment?.subscriptionId && ids.has(payment.subscriptionId))
      .filter((payment) => payment !== null),
  };
}

/** A customer's invoices, and what became of the money that was charged for them. */
export async function listMoney(stripe: Stripe, customer: string) {
  const [invoices, charges] = await Promise.all([
    listKnown(() =>
      stripe.invoices
        .list({ customer, limit: 100, expand: ['data.payments'] })
        .autoPagingToArray({ limit: 1000 }),
    ),
    listKnown(() =>
      stripe.charges
        .list({ customer, limit: 100, expand: ['data.refunds'] })
        .autoPagingToArray({ limit: 1000 }),
    ),
  ]);
  const taken = groupCharges(charges, await listDisputes(stripe, charges));
  for (const invoice of invoices) {
    // What the operator sends in another way is written down at the provider, as a credit note.
    if (!hasFailedRefund(invoice, taken)) continue;
    const notes = await guarded(() => stripe.creditNotes.list({ invoice: invoice.id, limit: 100 }));
    for (const { status, out_of_band_amount: cents } of notes.data) {
      if (status === 'issued') addGivenOtherwise(invoice, taken, cents ?? 0);
    }
  }
  return { invoices, taken };
}

/** A charge only says that it was disputed once, not how that ended. */
async function listDisputes(stripe: Stripe, charges: readonly Stripe.Charge[]) {
  const disputes = new Map<string, Stripe.Dispute[]>();
  for (const { id: charge, disputed } of charges) {
    if (!disputed) continue;
    const { data } = await guarded(() => stripe.disputes.list({ charge, limit: 100 }));
    disputes.set(charge, data);
  }
  return disputes;
}

/** A list of a customer's objects. Empty if the provider has no such customer. */
async function listKnown<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await guarded(list);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
