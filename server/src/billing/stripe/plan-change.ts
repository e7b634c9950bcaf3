// A change of plan at Stripe, also one for which the payer's bank asks first.
// https://docs.stripe.com/billing/subscriptions/pending-updates
import { type BillingPlan, currencies, defaultCurrency } from '@stillpix/contract/plans';
import type { Stripe } from 'stripe';
import { type BegunChange, type PlanChange, ProviderError } from '../provider/provider.ts';
import { planOf, requirePriceId } from './catalog.ts';
import { guarded, hasCode, requireId } from './errors.ts';
import { idOf, isOfChange } from './mapping.ts';

type Change = Required<Pick<Stripe.SubscriptionUpdateParams, 'items' | 'proration_behavior'>>;

/**
 * Tries to change at once first, because a card that is refused then leaves nothing behind at Stripe. Only where the
 * bank wants to ask does the change become one that waits.
 */
export async function changePlan(
  stripe: Stripe,
  subscriptionId: string,
  plan: BillingPlan,
): Promise<PlanChange> {
  const found = await retrieve(stripe, subscriptionId);
  // Subscriptions from before the operator changed the currency keep the old one.
  const currency = currencies.find((one) => one === found.currency) ?? defaultCurrency;
  const price = await requirePriceId(stripe, plan, currency);
  const item = found.items.data[0];
  if (!item) throw new ProviderError('invalid', 'the subscription holds nothing');
  if (item.price.id === price) return 'changed';
  // A second press must not make a second invoice.
  if (priceAwaited(found) === price && isWithBank(await findPayment(stripe, found)))
    return 'waiting';
  await voidChange(stripe, found);
  const change: Change = {
    items: [{ id: item.id, price }],
    proration_behavior: 'always_invoice',
  };
  try {
    requireId(
      await guarded(() =>
        // Without an idempotency key of ours: a refused card may be another one at the next
        // attempt.
        stripe.subscriptions.update(subscriptionId, {
          ...change,
          // Changes nothing unless the difference was really paid.
          payment_behavior: 'error_if_incomplete',
          ...takingBackCancellation(found),
        }),
      ),
    );
    return 'changed';
  } catch (error) {
    if (!hasCode(error, 'subscription_payment_intent_requires_action')) throw error;
  }
  return askBank(stripe, found, change);
}

/** Begins a change that Stripe makes when its invoice is paid. Until then, a cancellation stands, too. */
async function askBank(
  stripe: Stripe,
  found: Stripe.Subscription,
  change: Change,
): Promise<PlanChange> {
  if (isDated(found)) {
    // Stripe would charge the year only up to that date, and a waiting change cannot take it back.
    await guarded(() => stripe.subscriptions.update(found.id, { cancel_at_period_end: true }));
  }
  const begun = requireId(
    await guarded(() =>
      stripe.subscriptions.update(found.id, {
        ...change,
        payment_behavior: 'pending_if_incomplete',
        // Waits with it, since Stripe's API of 2026-09-30.
        ...(found.cancel_at !== null && { cancel_at_period_end: false }),
        expand: ['latest_invoice.payments'],
      }),
    ),
  );
  if (!begun.pending_update) return 'changed';
  if (isWithBank(await findPayment(stripe, begun))) return 'waiting';
  // Refused after all. What is left open could be paid later, unasked.
  await voidChange(stripe, begun);
  throw new ProviderError('declined', 'the card was refused');
}

export async function findBegunChange(
  stripe: Stripe,
  subscriptionId: string,
): Promise<BegunChange | null> {
  const found = await retrieve(stripe, subscriptionId);
  const payment = await findPayment(stripe, found);
  const invoice = openInvoice(found);
  const item = found.items.data[0];
  if (!payment || !invoice || !item) return null;
  // There are two.
  const plan = planOf(item.price) === 'monthly' ? 'annual' : 'monthly';
  if (payment.status === 'requires_payment_method') return { state: 'refused', plan };
  if (!isWithBank(payment) || !payment.client_secret) return null;
  return {
    state: 'waiting',
    plan,
    clientSecret: payment.client_secret,
    dueCents: invoice.amount_due,
    currency: found.currency,
  };
}

export async function dropChange(stripe: Stripe, subscriptionId: string): Promise<void> {
  await voidChange(stripe, await retrieve(stripe, subscriptionId));
}

/** Undoes a cancellation. */
export function takingBackCancellation(
  found: Stripe.Subscription,
): Stripe.SubscriptionUpdateParams {
  return isDated(found) ? { cancel_at: '' } : { cancel_at_period_end: false };
}

/** Cancellations made on the provider's pages are a date. */
function isDated(found: Stripe.Subscription): boolean {
  return !found.cancel_at_period_end && found.cancel_at !== null;
}

async function retrieve(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  return requireId(
    await guarded(() =>
      stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice.payments'] }),
    ),
  );
}

/** The price that a subscription waits for. */
function priceAwaited({ pending_update: update }: Stripe.Subscription): string | null {
  return idOf(update?.subscription_items?.[0]?.price);
}

/** The invoice of a change that waits, or whose subscription ended meanwhile. */
function openInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null {
  if (invoice === null || typeof invoice === 'string') return null;
  return invoice.status === 'open' && isOfChange(invoice) ? invoice : null;
}

/** The payment for a change that waits, agreed to or not. */
async function findPayment(
  stripe: Stripe,
  found: Stripe.Subscription,
): Promise<Stripe.PaymentIntent | null> {
  if (!found.pending_update) return null;
  const payments = openInvoice(found)?.payments?.data ?? [];
  const id = idOf(payments.find(({ status }) => status === 'open')?.payment.payment_intent);
  if (id === null) return null;
  return guarded(() => stripe.paymentIntents.retrieve(id));
}

/** Whether the bank asks about a payment. After a refusal it can't be confirmed again. */
function isWithBank(payment: Stripe.PaymentIntent | null): boolean {
  return payment?.status === 'requires_action';
}

async function voidChange(stripe: Stripe, found: Stripe.Subscription): Promise<void> {
  const invoice = openInvoice(found);
  if (!invoice) return;
  try {
    await guarded(() => stripe.invoices.voidInvoice(invoice.id));
  } catch (error) {
    // It may have been paid in the same moment, or have expired.
    const { status } = await guarded(() => stripe.invoices.retrieve(invoice.id));
    if (status === 'open') throw error;
  }
}
