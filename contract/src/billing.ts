import { z } from 'zod';
import { beginWordings } from './begin-wordings.ts';
import { emailField, languageField, opaqueField, timeField } from './fields.ts';
import { billingPlans } from './plans.ts';

export const createSubscriptionBody = z.object({
  email: emailField,
  plan: z.enum(billingPlans).default('monthly'),
  language: languageField.optional(),
  /**
   * The request that Pro begins before the withdrawal period ends. Required for prices in euros:
   * without it, a consumer in the EU could use the service for 14 days without owing anything.
   */
  beginAtOnce: z.boolean().optional(),
  /** Version of the wording of that request. Default: the first one. */
  beginWording: z
    .string()
    .refine((version) => Object.hasOwn(beginWordings, version))
    .optional(),
  /**
   * The page's own secret name for this attempt to pay. Repeating a name continues the attempt
   * instead of starting another; for a paid one, the answer is the `url` of the thank-you page. If
   * the answer has another name, use that from then on.
   */
  sessionId: z.uuid().optional(),
  /**
   * Whether the visitor pressed the button that orders with an obligation to pay. Required after the answer
   * `needsOrder`; otherwise confirming the payment is the order.
   */
  isOrdered: z.boolean().optional(),
});

const dueSchema = z.object({
  nowCents: z.int(),
  /** What is left of an earlier plan and pays for this one; taken off `nowCents` already. */
  creditCents: z.int().optional(),
  thenCents: z.int(),
  currency: z.string(),
  renewsAt: timeField,
});

/**
 * `clientSecret` is for the card form, `url` is another page. `needsOrder` means that credit covers the amount due now:
 * nothing starts until the request is repeated with `isOrdered`.
 */
export const createSubscriptionAnswer = z.object({
  clientSecret: z.string().optional(),
  url: z.string().optional(),
  needsOrder: z.literal(true).optional(),
  /** Identifies the payment in `/thanks?session_id=…`. */
  sessionId: z.string().optional(),
  /** The amount due now, and from `renewsAt` on. In cents, with tax. */
  due: dueSchema.optional(),
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
  /** `null` if nothing more will be charged. */
  nextBillingDate: timeField.nullable(),
  /** When canceled, Pro lasts until this date. */
  currentPeriodEnd: timeField.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether the subscription currently grants Pro. */
  entitled: z.boolean(),
  /** After a failed renewal, Pro stays until this date. */
  graceUntil: timeField.nullable(),
  /** The payment is refundable on request until this date. */
  refundableUntil: timeField.nullable(),
  provider: z.enum(['stripe', 'simulated', 'manual']),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const subscriptionAnswer = z.object({ subscription: subscriptionSchema.nullable() });

/** What a payment page needs before it collects any data. */
export const billingConfigAnswer = z.object({
  /** `null`: payments are not configured. `simulated`: no money moves, and the page says so. */
  provider: z.enum(['stripe', 'simulated']).nullable(),
  /** Key for the provider's script in the page. */
  publishableKey: z.string().nullable(),
});
export type BillingConfig = z.infer<typeof billingConfigAnswer>;

export const paymentSessionBody = z.object({ sessionId: opaqueField });
const paymentStates = ['unknown', 'open', 'paid', 'failed', 'returned'] as const;
export const paymentSessionAnswer = z.object({
  /**
   * `open`: not paid yet, but may still be. `returned`: paid and immediately refunded, because Pro
   * had already been paid for with this address.
   */
  state: z.enum(paymentStates),
  /** The address used for the payment. `null` when `unknown`. */
  email: z.string().nullable(),
  /**
   * Whether it belongs to an account. If not, the payer creates an account, or claims the payment
   * while signed in.
   */
  claimed: z.boolean(),
});
export type PaymentSession = z.infer<typeof paymentSessionAnswer>;

export const changePlanBody = z.object({ plan: z.enum(billingPlans) });

export const planChangeAnswer = subscriptionAnswer.extend({
  /** `null`: none waits, because it was made, given up, refused, or left for a day. */
  change: z
    .object({
      plan: z.enum(billingPlans),
      /** The secret with which the provider's script lets the payer's bank ask. */
      clientSecret: z.string(),
      due: dueSchema,
    })
    .nullable(),
});

export const waitingChangeAnswer = z.object({
  /** The plan that a change leads to which waits for its payer's bank. `null`: none waits. */
  plan: z.enum(billingPlans).nullable(),
  /**
   * The plan of a change that the payer's bank refused. `null`: none was refused within the last day,
   * or it was given up or begun anew.
   */
  refused: z.enum(billingPlans).nullable(),
});

export const portalBody = z.object({
  /** The page of ours to which the portal returns, such as `/es/cuenta`. */
  returnPath: z
    .string()
    .max(200)
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/),
});
export const portalAnswer = z.object({ url: z.url() });

export const paymentSchema = z.object({
  id: z.string(),
  /** In cents, including tax. */
  amount: z.int(),
  tax: z.int(),
  /** The refunded part of `amount`. */
  refunded: z.int(),
  /** The part of `amount` whose refund the bank rejected. It still belongs to the payer. */
  refundFailed: z.int(),
  /** Whether the payer's bank has taken the money back, or holds it until it decides. */
  isDisputed: z.boolean(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  status: z.enum(['paid', 'open', 'failed']),
  createdAt: timeField,
  /** A page of the provider. `null` if there is none. */
  receiptUrl: z.url().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;
export const paymentsAnswer = z.object({ payments: z.array(paymentSchema) });

const simulatedCards = ['good', 'declined', 'authenticate', 'fails-later'] as const;
export type SimulatedCard = (typeof simulatedCards)[number];

/** What the simulated provider's card form sends instead of a card. */
export const simulatedPaymentBody = z.object({
  clientSecret: opaqueField,
  card: z.enum(simulatedCards),
  /** For `authenticate`: the answer given to the simulated bank. */
  agreed: z.boolean().optional(),
});
export const simulatedPaymentAnswer = z.object({
  /** `action`: the simulated bank asks first. */
  outcome: z.enum(['paid', 'declined', 'action']),
});
