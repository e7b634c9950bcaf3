import { type BillingPlan, pastDueGraceDays } from '@stillpix/contract/plans';
import { addDays } from '../days.ts';
import type { ProviderStatus } from './provider/provider.ts';

/**
 * Days for which an active subscription outlasts its period on our side. The provider takes about
 * an hour to renew, and repeats a missed webhook for three days.
 */
const renewalSlackDays = 3;

/** States in which a subscription charges, now or at the provider's next attempt. */
export const chargingStatuses: readonly ProviderStatus[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
];

/** Whether a subscription may still charge, whatever it grants. */
export function mayCharge({
  status,
  endedAt,
}: {
  status: ProviderStatus;
  endedAt: Date | null;
}): boolean {
  return endedAt === null && chargingStatuses.includes(status);
}

/** The part of a subscription that determines rights. */
export interface SubscriptionState {
  status: ProviderStatus;
  plan: BillingPlan;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** End of the last paid period. `null` if that payment was refunded. */
  paidUntil: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** Until when a subscription grants Pro, or `null` if it does not. */
export function proUntil(subscription: SubscriptionState): Date | null {
  const { status, currentPeriodStart, currentPeriodEnd, paidUntil, cancelAtPeriodEnd } =
    subscription;
  switch (status) {
    case 'trialing':
    case 'active':
      // Refunded money grants nothing, whatever the provider's state says.
      if (paidUntil === null) return null;
      return cancelAtPeriodEnd ? currentPeriodEnd : addDays(currentPeriodEnd, renewalSlackDays);
    case 'past_due':
      return addDays(currentPeriodStart, pastDueGraceDays);
    case 'canceled':
      return paidUntil;
    default:
      return null;
  }
}

/**
 * The subscription that grants a person Pro at a moment, for the longest time. `null` if none does.
 */
export function findEntitling<T extends SubscriptionState>(
  subscriptions: readonly T[],
  now: Date,
): { subscription: T; until: Date } | null {
  let best: { subscription: T; until: Date } | null = null;
  for (const subscription of subscriptions) {
    const until = proUntil(subscription);
    if (until === null || until <= now) continue;
    if (best === null || until > best.until) best = { subscription, until };
  }
  return best;
}
