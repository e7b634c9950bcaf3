import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as billing from './billing.ts';
import { contactAnswer, contactBody } from './contact.ts';
import type { ErrorCode } from './errors.ts';
import { adConfig } from './ads.ts';
import { flagConditionsSchema } from './flag-conditions.ts';
import { flagKeys } from './flags.ts';
import { routes } from './routes.ts';
import * as usage from './usage.ts';

/**
 * `public`: tokens are ignored. `optional`: a valid token identifies the caller, an invalid one
 * counts as none. `account`: 401 without a valid token.
 */
export type Access = 'public' | 'optional' | 'account';

/** An endpoint of the API: request, answer, and who may call it. Also the source of OpenAPI. */
export interface Endpoint {
  method: 'get' | 'post' | 'patch';
  path: string;
  /** Other paths of the same endpoint. */
  aliases?: readonly string[];
  summary: string;
  tag: 'Accounts' | 'Usage' | 'Billing' | 'Site';
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Maximum body size in bytes, for endpoints that need more than the usual 8 KiB. */
  bodyBytes?: number;
  answer: z.ZodType;
  errors: readonly ErrorCode[];
}

const flagSchema = z.object({
  key: z.enum(flagKeys),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  rolloutPercentage: z.int().min(0).max(100),
  conditions: flagConditionsSchema,
});

const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  version: z.string(),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    /** `full`: it answers, but has no room left to write. */
    state: z.enum(['ready', 'full', 'unavailable']),
  }),
});

export const endpoints = {
  login: {
    ...routes.login,
    summary: 'Sign in',
    tag: 'Accounts',
    access: 'public',
    body: accounts.loginBody,
    answer: accounts.signedInSchema,
    errors: ['invalid-credentials'],
  },
  register: {
    ...routes.register,
    summary: 'Create an account',
    tag: 'Accounts',
    access: 'public',
    body: accounts.registerBody,
    answer: accounts.registerAnswer,
    errors: ['weak-password', 'email-in-use'],
  },
  logout: {
    ...routes.logout,
    summary: 'End this session',
    tag: 'Accounts',
    access: 'optional',
    answer: accounts.messageSchema,
    errors: [],
  },
  forgotPassword: {
    ...routes.forgotPassword,
    summary: 'Ask for a mail that resets the password',
    tag: 'Accounts',
    access: 'public',
    body: accounts.forgotPasswordBody,
    answer: accounts.messageSchema,
    errors: [],
  },
  resetPassword: {
    ...routes.resetPassword,
    summary: 'Set a new password with a mailed token',
    tag: 'Accounts',
    access: 'public',
    body: accounts.resetPasswordBody,
    answer: accounts.passwordChangedAnswer,
    errors: ['weak-password', 'invalid-token'],
  },
  changePassword: {
    ...routes.changePassword,
    summary: 'Change the password and end all other sessions',
    tag: 'Accounts',
    access: 'account',
    body: accounts.changePasswordBody,
    answer: accounts.passwordChangedAnswer,
    errors: ['weak-password', 'wrong-password'],
  },
  checkAccount: {
    ...routes.checkAccount,
    summary: 'Whether the payer of a completed payment has an account',
    tag: 'Accounts',
    access: 'public',
    body: accounts.checkAccountBody,
    answer: accounts.checkAccountAnswer,
    errors: ['payment-provider-error'],
  },
  setupProAccount: {
    ...routes.setupProAccount,
    summary: 'Make or complete the account of a completed payment',
    tag: 'Accounts',
    access: 'public',
    body: accounts.setupProAccountBody,
    answer: accounts.signedInSchema,
    errors: ['weak-password', 'payment-not-verified', 'already-set-up', 'payment-provider-error'],
  },
  user: {
    ...routes.user,
    summary: 'The signed-in user',
    tag: 'Accounts',
    access: 'account',
    answer: accounts.userSchema,
    errors: [],
  },
  updateUser: {
    ...routes.updateUser,
    summary: 'Change name, language, time zone or notifications',
    tag: 'Accounts',
    access: 'account',
    body: accounts.updateUserBody,
    answer: accounts.userSchema,
    errors: [],
  },
  changeEmail: {
    ...routes.changeEmail,
    summary: 'Ask for another e-mail address; a mail to it confirms',
    tag: 'Accounts',
    access: 'account',
    body: accounts.changeEmailBody,
    answer: accounts.messageSchema,
    errors: ['wrong-password'],
  },
  resendConfirmation: {
    ...routes.resendConfirmation,
    summary: 'Mail the link again that confirms the address of the signed-in user',
    tag: 'Accounts',
    access: 'account',
    answer: accounts.messageSchema,
    errors: [],
  },
  confirmEmail: {
    ...routes.confirmEmail,
    summary:
      'Confirm an e-mail address with a mailed token, by whoever knows the password or is signed in',
    tag: 'Accounts',
    access: 'optional',
    body: accounts.confirmEmailBody,
    answer: accounts.messageSchema,
    errors: [
      'invalid-token',
      'email-in-use',
      'password-required',
      'wrong-password',
      'weak-password',
    ],
  },
  sessions: {
    ...routes.sessions,
    summary: 'Where the account is signed in',
    tag: 'Accounts',
    access: 'account',
    answer: accounts.sessionsAnswer,
    errors: [],
  },
  endSession: {
    ...routes.endSession,
    summary: 'End one session of the account',
    tag: 'Accounts',
    access: 'account',
    body: accounts.endSessionBody,
    answer: accounts.messageSchema,
    errors: ['not-found'],
  },
  logoutEverywhere: {
    ...routes.logoutEverywhere,
    summary: 'End all sessions of the account, this one included',
    tag: 'Accounts',
    access: 'account',
    answer: accounts.messageSchema,
    errors: [],
  },
  exportData: {
    ...routes.exportData,
    summary: 'Everything stored about the account',
    tag: 'Accounts',
    access: 'account',
    answer: z.object({
      exportedAt: z.iso.datetime(),
      user: accounts.userSchema,
      sessions: z.array(z.record(z.string(), z.unknown())),
      /** The newest batches, at most 50,000, oldest first. */
      conversions: z.array(z.record(z.string(), z.unknown())),
      /** Number of batches, with those that are not listed. */
      conversionsInAll: z.int(),
      subscriptions: z.array(z.record(z.string(), z.unknown())),
      payers: z.array(z.record(z.string(), z.unknown())),
      payments: z.array(billing.paymentSchema),
      beginRequests: z.array(z.record(z.string(), z.unknown())),
      securityEvents: z.array(z.record(z.string(), z.unknown())),
    }),
    errors: [],
  },
  deleteAccount: {
    ...routes.deleteAccount,
    summary: 'Cancel any subscription and delete the account',
    tag: 'Accounts',
    access: 'account',
    body: accounts.deleteAccountBody,
    answer: accounts.messageSchema,
    errors: ['wrong-password', 'payment-provider-error'],
  },
  validateFeatures: {
    ...routes.validateFeatures,
    summary: 'Whether the caller may do something with so many files',
    tag: 'Usage',
    access: 'optional',
    body: usage.validateFeaturesBody,
    answer: usage.validateFeaturesAnswer,
    errors: ['conversion-key-in-use'],
  },
  conversions: {
    ...routes.conversions,
    summary: 'Report how many files of a batch were converted',
    tag: 'Usage',
    access: 'optional',
    body: usage.conversionsBody,
    answer: usage.conversionsAnswer,
    errors: ['not-found'],
  },
  usage: {
    ...routes.usage,
    aliases: ['/api/auth/usage'],
    summary: 'Conversions today, this month and in total',
    tag: 'Usage',
    access: 'account',
    query: usage.usageQuery,
    answer: usage.usageAnswer,
    errors: [],
  },
  verifyPro: {
    ...routes.verifyPro,
    summary: 'Whether the caller is Pro now',
    tag: 'Usage',
    access: 'optional',
    query: usage.verifyProQuery,
    answer: usage.verifyProAnswer,
    errors: [],
  },
  entitlement: {
    ...routes.entitlement,
    summary: 'A signed statement of the plan, for use offline',
    tag: 'Usage',
    access: 'account',
    answer: usage.entitlementAnswer,
    errors: [],
  },
  entitlementKey: {
    ...routes.entitlementKey,
    summary: 'The public key that entitlements are checked with',
    tag: 'Usage',
    access: 'public',
    answer: usage.entitlementKeyAnswer,
    errors: [],
  },
  createSubscription: {
    ...routes.createSubscription,
    summary: 'Begin a subscription',
    tag: 'Billing',
    access: 'optional',
    body: billing.createSubscriptionBody,
    answer: billing.createSubscriptionAnswer,
    errors: ['stripe_not_configured', 'already-subscribed', 'payment-provider-error'],
  },
  subscription: {
    ...routes.subscription,
    aliases: ['/api/auth/subscription'],
    summary: 'The subscription of the signed-in user',
    tag: 'Billing',
    access: 'account',
    answer: billing.subscriptionAnswer,
    errors: [],
  },
  cancelSubscription: {
    ...routes.cancelSubscription,
    aliases: ['/api/auth/cancel-subscription'],
    summary: 'End Pro with the paid period',
    tag: 'Billing',
    access: 'account',
    answer: billing.subscriptionAnswer,
    errors: ['no-subscription', 'payment-provider-error'],
  },
  reactivateSubscription: {
    ...routes.reactivateSubscription,
    aliases: ['/api/auth/reactivate-subscription'],
    summary: 'Take a cancellation back',
    tag: 'Billing',
    access: 'account',
    answer: billing.subscriptionAnswer,
    errors: ['no-subscription', 'payment-provider-error'],
  },
  billingConfig: {
    ...routes.billingConfig,
    summary: 'Who takes payments here',
    tag: 'Billing',
    access: 'public',
    answer: billing.billingConfigAnswer,
    errors: [],
  },
  paymentSession: {
    ...routes.paymentSession,
    summary: 'What became of an attempt to pay',
    tag: 'Billing',
    access: 'public',
    body: billing.paymentSessionBody,
    answer: billing.paymentSessionAnswer,
    errors: ['payment-provider-error'],
  },
  claimPayment: {
    ...routes.claimPayment,
    summary: 'Give what was paid without signing in to the signed-in account',
    tag: 'Billing',
    access: 'account',
    body: billing.paymentSessionBody,
    answer: billing.subscriptionAnswer,
    errors: ['payment-not-verified', 'payment-provider-error', 'stripe_not_configured'],
  },
  payments: {
    ...routes.payments,
    summary: 'The payments of the signed-in user, newest first',
    tag: 'Billing',
    access: 'account',
    answer: billing.paymentsAnswer,
    errors: [],
  },
  changePlan: {
    ...routes.changePlan,
    summary: 'Move to the other plan; what is left of the paid time is credited',
    tag: 'Billing',
    access: 'account',
    body: billing.changePlanBody,
    answer: billing.subscriptionAnswer,
    errors: ['no-subscription', 'payment-failed', 'payment-needs-bank', 'payment-provider-error'],
  },
  planChange: {
    ...routes.planChange,
    summary:
      'The change of plan that waits for its payer’s bank, and the subscription as it is now',
    tag: 'Billing',
    access: 'account',
    answer: billing.planChangeAnswer,
    errors: ['no-subscription', 'payment-provider-error'],
  },
  dropPlanChange: {
    ...routes.dropPlanChange,
    summary: 'Give up a change of plan that waits',
    tag: 'Billing',
    access: 'account',
    answer: billing.subscriptionAnswer,
    errors: ['no-subscription', 'payment-provider-error'],
  },
  refund: {
    ...routes.refund,
    summary: 'Take the money back within 30 days of the first payment; ends Pro at once',
    tag: 'Billing',
    access: 'account',
    answer: billing.subscriptionAnswer,
    errors: ['no-subscription', 'refund-not-available', 'payment-provider-error'],
  },
  portal: {
    ...routes.portal,
    summary: 'The address of the provider’s page for cards and invoices',
    tag: 'Billing',
    access: 'account',
    body: billing.portalBody,
    answer: billing.portalAnswer,
    errors: ['no-subscription', 'payment-provider-error'],
  },
  simulatedPayment: {
    ...routes.simulatedPayment,
    summary: 'Pay with a pretended card; only with the simulated provider',
    tag: 'Billing',
    access: 'public',
    body: billing.simulatedPaymentBody,
    answer: billing.simulatedPaymentAnswer,
    errors: ['not-found'],
  },
  flags: {
    ...routes.flags,
    summary: 'Feature flags with their rollout, and whose advertisements may be shown',
    tag: 'Site',
    access: 'public',
    answer: z.object({
      flags: z.array(flagSchema),
      ads: adConfig.nullable(),
      /** When the promotional badge ends (ISO 8601). `null`: there is no promotion. */
      promotionEnds: z.string().nullable(),
    }),
    errors: [],
  },
  stats: {
    ...routes.stats,
    summary: 'Files converted today',
    tag: 'Site',
    access: 'public',
    answer: usage.statsAnswer,
    errors: [],
  },
  contact: {
    ...routes.contact,
    summary: 'Write to the people behind the product',
    tag: 'Site',
    access: 'optional',
    body: contactBody,
    bodyBytes: 262_144,
    answer: contactAnswer,
    errors: [],
  },
  health: {
    ...routes.health,
    summary: 'Version and state of the database; 503 when it is away or full',
    tag: 'Site',
    access: 'public',
    answer: healthSchema,
    errors: ['database-unavailable'],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Schema<Name extends EndpointName, Part extends string> =
  (typeof endpoints)[Name] extends Record<Part, infer Found extends z.ZodType> ? Found : never;

/** The body of a call, as the caller sends it. */
export type BodyOf<Name extends EndpointName> = z.input<Schema<Name, 'body'>>;

/** The query parameters of a call, as the caller sends them. */
export type QueryOf<Name extends EndpointName> = z.input<Schema<Name, 'query'>>;

/** The answer to a successful call. */
export type AnswerOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['answer']>;
