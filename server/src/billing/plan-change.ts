// A change of a running subscription's plan. Mails follow from updating the customer (`notices.ts`).
import { and, eq } from 'drizzle-orm';
import type { AnswerOf } from '@stillpix/contract';
import { type BillingPlan, currencies, defaultCurrency } from '@stillpix/contract/plans';
import { ApiError } from '../api-error.ts';
import { subscriptions } from '../database/schema.ts';
import { type Billing, requireProvider } from './context.ts';
import { isCharging } from './customers.ts';
import { describeDue } from './due.ts';
import { changeRunning, isPaid } from './manage.ts';
import type { WaitingChange } from './provider/provider.ts';

/**
 * Switches to another plan. Also undoes a cancellation: nobody pays for a year that ends next week.
 * @throws ApiError `no-subscription`, `payment-failed`, and `payment-needs-bank` if nothing has changed yet and
 * `readPlanChange` has what waits
 */
export async function changePlan(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
): Promise<void> {
  await changeRunning(billing, userId, async (subscription) => {
    if (subscription.plan === plan) return;
    // The provider would credit the rest of a period even if it was never paid.
    if (!isPaid(subscription)) throw new ApiError('payment-failed');
    const outcome = await requireProvider(billing).changePlan(subscription.id, plan);
    if (outcome === 'waiting') throw new ApiError('payment-needs-bank');
  });
}

/**
 * The change of plan that waits for its payer's bank, after looking whether it was made meanwhile.
 * @throws ApiError `no-subscription`
 */
export async function readPlanChange(
  billing: Billing,
  userId: string,
): Promise<AnswerOf<'planChange'>['change']> {
  let waiting: WaitingChange | null = null;
  await changeRunning(billing, userId, async ({ id }) => {
    const begun = await requireProvider(billing).findBegunChange(id);
    waiting = begun?.state === 'waiting' ? begun : null;
  });
  return waiting === null ? null : describeChange(billing, waiting);
}

function describeChange(billing: Billing, waiting: WaitingChange) {
  const { plan, clientSecret, dueCents } = waiting;
  const currency = currencies.find((one) => one === waiting.currency) ?? defaultCurrency;
  return {
    plan,
    clientSecret,
    due: describeDue(billing, { plan, isFirst: false, dueCents, currency }),
  };
}

/**
 * The plan of a change that waits or was refused, for showing it beside the present plan. Only asks:
 * without locking the customer, so that no action has to wait for it.
 */
export async function findBegunPlan(
  { db, provider }: Billing,
  userId: string,
): Promise<AnswerOf<'waitingChange'>> {
  const none = { plan: null, refused: null };
  if (provider === null) return none;
  const running = await db
    .select({ id: subscriptions.externalId })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.userId, userId), eq(subscriptions.provider, provider.name), isCharging),
    );
  for (const { id } of running) {
    const begun = await provider.findBegunChange(id);
    if (begun?.state === 'waiting') return { plan: begun.plan, refused: null };
    if (begun?.state === 'refused') return { plan: null, refused: begun.plan };
  }
  return none;
}

/**
 * Gives up a change of plan that waits. Where it was paid just before, it stays made.
 * @throws ApiError `no-subscription`
 */
export async function dropPlanChange(billing: Billing, userId: string): Promise<void> {
  await changeRunning(billing, userId, ({ id }) => requireProvider(billing).dropChange(id));
}
