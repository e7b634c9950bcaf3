import { z } from 'zod';
import { emailField, languageField, timeField } from './fields.ts';
import { billingPlans } from './limits.ts';

export const createSubscriptionBody = z.object({
  email: emailField,
  plan: z.enum(billingPlans).default('monthly'),
  language: languageField.optional(),
});

/** `clientSecret` leads to the card form, `url` to another page. */
export const createSubscriptionAnswer = z.object({
  clientSecret: z.string().optional(),
  url: z.string().optional(),
  /** Names the payment in `/thanks?session_id=…`. */
  sessionId: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  /** True with the simulated provider: no money moves. */
  testMode: z.boolean().optional(),
});
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>;

export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionSchema = z.object({
  status: z.enum(subscriptionStatuses),
  plan: z.enum(billingPlans),
  startDate: timeField,
  /** `null` when nothing more will be charged. */
  nextBillingDate: timeField.nullable(),
  /** Pro lasts until here when it was cancelled. */
  currentPeriodEnd: timeField.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether the subscription gives Pro now. */
  entitled: z.boolean(),
  /** The money is given back on request until here. */
  refundableUntil: timeField.nullable(),
  provider: z.enum(['stripe', 'simulated', 'manual']),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const subscriptionAnswer = z.object({ subscription: subscriptionSchema.nullable() });
