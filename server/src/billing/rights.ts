import { type BillingPlan, pastDueGraceDays } from '@stillpix/contract/limits';
import { addDays } from '../days.ts';
import type { ProviderStatus } from './provider/provider.ts';

/**
 * Days that an active subscription outlives its period on our side. A renewal takes the provider
 * about an hour, and a webhook that we missed is repeated for three days.
 */
const renewalSlackDays = 3;

/** States in which a subscription takes money, now or at the provider's next try. */
export const chargingStatuses: readonly ProviderStatus[] = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
];

/** Whether money may still be taken for a subscription, whatever it gives. */
export function mayCharge({
  status,
  endedAt,
}: {
  status: ProviderStatus;
  endedAt: Date | null;
}): boolean {
  return endedAt === null && chargingStatuses.includes(status);
}

/** The part of a subscription that rights follow from. */
export interface SubscriptionState {
  status: ProviderStatus;
  plan: BillingPlan;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** The end of the last period that was paid; `null` where that money was given back. */
  paidUntil: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** Until when one subscription gives Pro, or `null` when it gives none. */
export function proUntil(subscription: SubscriptionState): Date | null {
  const { status, currentPeriodStart, currentPeriodEnd, paidUntil, cancelAtPeriodEnd } =
    subscription;
  switch (status) {
    case 'trialing':
    case 'active':
      // Money that was given back gives no rights, whatever the provider's row still says.
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

/** Whether any of a person's subscriptions gives Pro at a moment, and which lasts longest. */
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
