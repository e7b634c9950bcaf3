import { z } from 'zod';
import { beginWordings } from './begin-wordings.ts';
import { emailField, languageField, opaqueField, timeField } from './fields.ts';
import { billingPlans } from './limits.ts';

export const createSubscriptionBody = z.object({
  email: emailField,
  plan: z.enum(billingPlans).default('monthly'),
  language: languageField.optional(),
  /**
   * That Pro is to begin before the time to withdraw from the order is over. Wanted where prices are
   * in euros: without it a consumer in the EU could use a service for 14 days and not owe it.
   */
  beginAtOnce: z.boolean().optional(),
  /** Which words asked for it, by their version; the first ones where a page does not say. */
  beginWording: z
    .string()
    .refine((version) => Object.hasOwn(beginWordings, version))
    .optional(),
  /**
   * The page's own secret name for this attempt to pay. Asking again with the same one goes on with
   * the attempt instead of beginning another; a paid one answers with the `url` of the thanks. Where
   * the answer names another, that one counts from then on.
   */
  sessionId: z.uuid().optional(),
  /**
   * That the button was pressed that says that this is an order with an obligation to pay. Wanted where the answer said
   * `needsOrder`; else confirming the payment is the order.
   */
  isOrdered: z.boolean().optional(),
});

/**
 * `clientSecret` leads to the card form, `url` to another page. `needsOrder`: credit covers what is due now, and nothing
 * is begun before the same is asked once more with `isOrdered`.
 */
export const createSubscriptionAnswer = z.object({
  clientSecret: z.string().optional(),
  url: z.string().optional(),
  needsOrder: z.literal(true).optional(),
  /** Names the payment in `/thanks?session_id=…`. */
  sessionId: z.string().optional(),
  /** What is charged now and what from `renewsAt` on, in cents with tax. */
  due: z
    .object({
      nowCents: z.int(),
      /** What is left of an earlier plan and pays for this one; taken off `nowCents` already. */
      creditCents: z.int().optional(),
      thenCents: z.int(),
      currency: z.string(),
      renewsAt: timeField,
    })
    .optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  /** True with the simulated provider: no money moves. */
  testMode: z.boolean().optional(),
});
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>;

const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
] as const;

const subscriptionSchema = z.object({
  status: z.enum(subscriptionStatuses),
  plan: z.enum(billingPlans),
  startDate: timeField,
  /** `null` when nothing more will be charged. */
  nextBillingDate: timeField.nullable(),
  /** Pro lasts until here when it was canceled. */
  currentPeriodEnd: timeField.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether the subscription gives Pro now. */
  entitled: z.boolean(),
  /** After a renewal that failed: Pro stays in place until here. */
  graceUntil: timeField.nullable(),
  /** The money is given back on request until here. */
  refundableUntil: timeField.nullable(),
  provider: z.enum(['stripe', 'simulated', 'manual']),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const subscriptionAnswer = z.object({ subscription: subscriptionSchema.nullable() });

/** What a payment page must know before it asks for anything. */
export const billingConfigAnswer = z.object({
  /** `null`: payments are not configured. `simulated`: no money moves, and the page says so. */
  provider: z.enum(['stripe', 'simulated']).nullable(),
  /** For the provider's script in the page. */
  publishableKey: z.string().nullable(),
});
export type BillingConfig = z.infer<typeof billingConfigAnswer>;

export const paymentSessionBody = z.object({ sessionId: opaqueField });
const paymentStates = ['unknown', 'open', 'paid', 'failed', 'returned'] as const;
export const paymentSessionAnswer = z.object({
  /**
   * `open`: not paid yet, but may still be. `returned`: paid, and given back at once, because Pro
   * had been paid for with this address already.
   */
  state: z.enum(paymentStates),
  /** The address that the payment was begun with; `null` when `unknown`. */
  email: z.string().nullable(),
  /** Whether it belongs to an account. If not, its payer sets one up or claims it while signed in. */
  claimed: z.boolean(),
});
export type PaymentSession = z.infer<typeof paymentSessionAnswer>;

export const changePlanBody = z.object({ plan: z.enum(billingPlans) });

export const portalBody = z.object({
  /** The page of ours that the portal leads back to, such as `/es/cuenta`. */
  returnPath: z
    .string()
    .max(200)
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/),
});
export const portalAnswer = z.object({ url: z.url() });

export const paymentSchema = z.object({
  id: z.string(),
  /** In cents, tax included. */
  amount: z.int(),
  tax: z.int(),
  /** Of `amount`: given back. */
  refunded: z.int(),
  /** Of `amount`: was sent back, and the bank did not take it; it is still the payer's. */
  refundFailed: z.int(),
  /** The payer's bank has taken it, or holds it while it decides. */
  isDisputed: z.boolean(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  status: z.enum(['paid', 'open', 'failed']),
  createdAt: timeField,
  /** A page of the provider's; `null` where it makes none. */
  receiptUrl: z.url().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;
export const paymentsAnswer = z.object({ payments: z.array(paymentSchema) });

const simulatedCards = ['good', 'declined', 'authenticate', 'fails-later'] as const;
export type SimulatedCard = (typeof simulatedCards)[number];

/** What the card form of the simulated provider sends instead of a card. */
export const simulatedPaymentBody = z.object({
  clientSecret: opaqueField,
  card: z.enum(simulatedCards),
  /** With `authenticate`: what the pretended bank was told. */
  agreed: z.boolean().optional(),
});
export const simulatedPaymentAnswer = z.object({
  /** `action`: the pretended bank asks first. */
  outcome: z.enum(['paid', 'declined', 'action']),
});
