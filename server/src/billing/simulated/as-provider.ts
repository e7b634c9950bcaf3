// The rows as every provider describes them.
import type { ProviderPayment, ProviderSubscription } from '../provider/provider.ts';
import type { SimulatedPayment, SimulatedSubscription } from './state.ts';

export function toSubscription(
  subscription: SimulatedSubscription,
  payments: readonly SimulatedPayment[],
): ProviderSubscription {
  // The newest first.
  const paid = payments.filter(
    ({ subscriptionId, status }) => subscriptionId === subscription.id && status === 'paid',
  );
  const last = paid.find(({ amount }) => amount > 0);
  const isGivenBack = last !== undefined && last.refunded >= last.amount;
  return {
    id: subscription.id,
    customerId: subscription.customerId,
    attempt: subscription.attempt,
    status: subscription.status,
    plan: subscription.plan,
    currency: subscription.currency,
    startedAt: subscription.startedAt,
    currentPeriodStart: subscription.periodStart,
    currentPeriodEnd: subscription.periodEnd,
    paidUntil: isGivenBack ? null : (paid[0]?.periodEnd ?? null),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    endedAt: subscription.endedAt,
  };
}

export function toPayment(payment: SimulatedPayment): ProviderPayment {
  return {
    id: payment.id,
    subscriptionId: payment.subscriptionId,
    amount: payment.amount,
    tax: 0,
    refunded: payment.refunded,
    refundFailed: 0,
    dispute: null,
    currency: payment.currency,
    status: payment.status,
    createdAt: payment.createdAt,
    receiptUrl: null,
    // Everybody pays with the same few pretended cards.
    cardFingerprint: null,
  };
}
