import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Trimmed, lower case. */
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  passwordHash: text('password_hash'),
  emailVerifiedAt: moment('email_verified_at'),
  language: text('language').notNull().default('en'),
  timeZone: text('time_zone').notNull().default('UTC'),
  notifySignIns: boolean('notify_sign_ins').notNull().default(false),
  notifyBilling: boolean('notify_billing').notNull().default(true),
  /** When the password or the address last changed hands: links asked for before are worth nothing. */
  credentialsChangedAt: moment('credentials_changed_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Mailed tokens, as SHA-256: whoever reads the table cannot use them. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['reset-password', 'confirm-email'] }).notNull(),
    /** The address that the mail went to, and that the token proves. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('mailed_tokens_user').on(table.userId)],
);

/** The last that a provider said about a subscription; rights follow from it (`billing/rights.ts`). */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null while a payer has no account yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** `manual`: granted by an administrator, known to no provider. */
    provider: text('provider', { enum: ['stripe', 'simulated', 'manual'] }).notNull(),
    customerId: text('customer_id').notNull(),
    /** The provider's name for it. */
    externalId: text('external_id').notNull().unique(),
    /** The `payment_sessions.attempt` it came from. */
    attempt: uuid('attempt'),
    status: text('status', {
      enum: [
        'incomplete',
        'incomplete_expired',
        'trialing',
        'active',
        'past_due',
        'unpaid',
        'paused',
        'canceled',
      ],
    }).notNull(),
    plan: text('plan', { enum: ['monthly', 'annual'] }).notNull(),
    startedAt: moment('started_at').notNull(),
    currentPeriodStart: moment('current_period_start').notNull(),
    currentPeriodEnd: moment('current_period_end').notNull(),
    /** End of the last period that was paid; null where that money was given back. */
    paidUntil: moment('paid_until'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    endedAt: moment('ended_at'),
    /** `externalId` of the person's other subscription, which this one pays for a second time. */
    doubleOf: text('double_of'),
    /** When a double had been ended and its money given back. */
    givenBackAt: moment('given_back_at'),
    syncedAt: moment('synced_at').notNull().defaultNow(),
  },
  (table) => [
    index('subscriptions_user').on(table.userId),
    index('subscriptions_customer').on(table.customerId),
  ],
);

/**
 * Whoever began to pay: one row an account, and one for each browser that pays without signing in.
 * An account owns more than one when it has claimed what was paid without it.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Who began it: `account:` and the user's id, or `session:` and the hash of the first `session_id`. */
    payerKey: text('payer_key').notNull(),
    /** Whose it is; null until an account proves to be the payer's. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** As paid with: trimmed, lower case. */
    email: text('email').notNull(),
    language: text('language').notNull().default('en'),
    provider: text('provider', { enum: ['stripe', 'simulated'] }).notNull(),
    /** The provider's name for the customer; null until it has given one. */
    customerId: text('customer_id').unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
    syncedAt: moment('synced_at'),
    // Held while the provider is asked and the answer written. A lock that expires instead of an open
    // transaction: the embedded database has one connection, and a provider may take seconds.
    lockToken: uuid('lock_token'),
    lockedUntil: moment('locked_until'),
    /** When the mail that confirms an order was last queued: one of a subscription begun before that was, too. */
    welcomedAt: moment('welcomed_at'),
    /** Start of the unpaid period that a mail was last sent about. */
    warnedPeriod: moment('warned_period'),
  },
  (table) => [
    uniqueIndex('billing_customers_payer').on(table.provider, table.payerKey),
    index('billing_customers_user').on(table.userId),
    index('billing_customers_email').on(table.email),
  ],
);

/**
 * Attempts to pay, by the SHA-256 of the `session_id` in the payer's address bar or mail. It proves
 * something only once the subscription with the same `attempt` was paid: anybody can begin a payment
 * with another person's address.
 */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    hash: text('hash').primaryKey(),
    attempt: uuid('attempt').notNull(),
    customer: uuid('customer')
      .notNull()
      .references(() => billingCustomers.id, { onDelete: 'cascade' }),
    plan: text('plan', { enum: ['monthly', 'annual'] }).notNull(),
    /** Sent by mail to the payer's address, so that whoever has it also proves to own the address. */
    wasMailed: boolean('was_mailed').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the provider was last asked on behalf of whoever holds it. */
    askedAt: moment('asked_at'),
  },
  (table) => [index('payment_sessions_customer').on(table.customer)],
);

/**
 * That the payer of an order asked Pro to begin before the time to withdraw was over: one row an attempt
 * to pay, as it was first asked. Goes with the customer, that is with the account.
 */
export const beginRequests = pgTable(
  'begin_requests',
  {
    /** As in `payment_sessions`. */
    attempt: uuid('attempt').primaryKey(),
    customer: uuid('customer')
      .notNull()
      .references(() => billingCustomers.id, { onDelete: 'cascade' }),
    askedAt: moment('asked_at').notNull(),
    /** A key of the contract's `beginWordings`: which words stood beside the box. */
    wording: text('wording').notNull(),
    language: text('language').notNull(),
    plan: text('plan', { enum: ['monthly', 'annual'] }).notNull(),
  },
  (table) => [index('begin_requests_customer').on(table.customer)],
);

/** The payment history as the provider last told it. Amounts in cents. */
export const payments = pgTable(
  'payments',
  {
    externalId: text('external_id').primaryKey(),
    customer: uuid('customer')
      .notNull()
      .references(() => billingCustomers.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id'),
    amount: integer('amount').notNull(),
    tax: integer('tax').notNull(),
    refunded: integer('refunded').notNull(),
    /** Of `amount`: was sent back, and the payer's bank did not take it. */
    refundFailed: integer('refund_failed').notNull().default(0),
    /** What the payer's bank says of it, where it was disputed. */
    dispute: text('dispute', { enum: ['open', 'won', 'lost'] }),
    currency: text('currency').notNull(),
    status: text('status', { enum: ['paid', 'open', 'failed'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    receiptUrl: text('receipt_url'),
    /** The provider's name for the card's number, the same for every customer who pays with it. */
    cardFingerprint: text('card_fingerprint'),
  },
  (table) => [index('payments_customer').on(table.customer, table.createdAt)],
);

/**
 * When a person first paid, by keyed hashes of the address and of the card: the money-back time is
 * counted from there, also after an account was deleted and made anew.
 */
export const firstPayments = pgTable('first_payments', {
  key: text('key').primaryKey(),
  paidAt: moment('paid_at').notNull(),
});

/** Webhooks received, each once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** Null until the customer was looked at again. */
    handledAt: moment('handled_at'),
  },
  (table) => [index('billing_events_time').on(table.receivedAt)],
);

/** One row a batch that was allowed; `converted` grows as the page reports success. */
export const conversionBatches = pgTable(
  'conversion_batches',
  {
    /** The page's key for the batch, so that a repeated report counts once. */
    key: uuid('key').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed hash of an anonymous caller's address; kept only where a daily limit needs it. */
    visitor: text('visitor'),
    allowed: smallint('allowed').notNull(),
    converted: smallint('converted').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('conversion_batches_user').on(table.userId, table.createdAt),
    index('conversion_batches_visitor')
      .on(table.visitor, table.createdAt)
      .where(sql`visitor is not null`),
    index('conversion_batches_time').on(table.createdAt),
  ],
);

export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Name of the limit and a keyed hash of whom it counts. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.resetsAt)],
);

export const flagOverrides = pgTable('flag_overrides', {
  key: text('key').primaryKey(),
  enabled: boolean('enabled').notNull(),
  rolloutPercentage: smallint('rollout_percentage').notNull(),
  conditions: jsonb('conditions').notNull().default({}),
});

/** Mails to send. Secrets are made when a mail is sent, so none is stored here. */
export const mails = pgTable(
  'mails',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    language: text('language').notNull(),
    details: jsonb('details').notNull().default({}),
    attempts: smallint('attempts').notNull().default(0),
    /** When it is tried next; null once it was given up. */
    dueAt: moment('due_at').defaultNow(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('mails_due').on(table.dueAt)],
);

/** Security events. No address, name or token; the user by id only. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull().defaultNow(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind').notNull(),
    requestId: text('request_id').notNull(),
    details: jsonb('details').notNull().default({}),
  },
  (table) => [
    index('audit_events_user').on(table.userId, table.at),
    index('audit_events_time').on(table.at),
  ],
);
