import type {
  AnswerOf,
  BodyOf,
  CreateSubscriptionAnswer,
  Payment,
  Subscription,
} from '@stillpix/contract';
import { type BillingPlan, currency, prices } from '@stillpix/contract/limits';
import { fallbackLanguage, isLanguage } from '@stillpix/contract/languages';
import { ApiError } from '../http/api-error.ts';
import {
  changePayerAddress,
  checkPayment,
  claimByProvedAddress,
  claimPayment,
  closeForDeletion,
} from './accounts.ts';
import type { BillingContext } from './context.ts';
import { CustomerBusyError } from './customer-lock.ts';
import {
  cancelAtPeriodEnd,
  changePlan,
  NoSubscriptionError,
  openPortal,
  reactivate,
  readPayments,
  readSubscription,
  RefundOverError,
  refundAll,
} from './manage.ts';
import { addPeriod } from './period.ts';
import { type PaymentProvider, ProviderError } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { SimulatedProvider } from './simulated/simulated-provider.ts';
import { beginSubscription } from './subscribe.ts';
import { receiveEvent } from './webhook.ts';

/** What the rest of the server asks of billing. Methods that need the provider throw `ApiError`. */
export interface Billing {
  /** True while no money moves: the simulated provider. */
  readonly testMode: boolean;
  readonly config: AnswerOf<'billingConfig'>;
  begin(
    request: BodyOf<'createSubscription'>,
    payer: { userId: string | null; language: string },
  ): Promise<CreateSubscriptionAnswer>;
  /** Sets or takes back the end with the paid period. @throws ApiError `no-subscription` */
  setCancelAtPeriodEnd(userId: string, cancel: boolean): Promise<void>;
  changePlan(userId: string, plan: BillingPlan): Promise<void>;
  refund(userId: string): Promise<void>;
  openPortal(userId: string, returnPath: string): Promise<string>;
  readSubscription(userId: string): Promise<Subscription | null>;
  readPayments(userId: string): Promise<Payment[]>;
  checkPayment(sessionId: string): Promise<AnswerOf<'paymentSession'>>;
  /** @throws ApiError `not-found` unless the provider is the simulated one */
  paySimulated(payment: BodyOf<'simulatedPayment'>): Promise<AnswerOf<'simulatedPayment'>>;
  /** Takes a webhook of the provider's. @throws BadSignatureError, or anything when it should be repeated */
  receiveEvent(rawBody: string, signature: string | undefined): Promise<void>;
  /** Looks again at customers that may have changed unnoticed. */
  reconcile(): Promise<void>;
  /** Who completed the payment of this session id; `null` when nobody did. */
  findPayer(sessionId: string): Promise<{ email: string } | null>;
  /** Gives what was paid under a session id to an account. */
  adopt(sessionId: string, userId: string): Promise<void>;
  /** Gives what was paid under an address to the account that has just proved to own it by mail. */
  adoptByAddress(userId: string, email: string): Promise<void>;
  /** Tells the provider about a new address. */
  changeEmail(userId: string, email: string): Promise<void>;
  /** Ends everything at the provider, before an account is deleted. */
  endAll(userId: string): Promise<void>;
}

export function createBilling(context: BillingContext): Billing {
  const { db, provider, publicUrl } = context;

  /** Runs what needs the provider, and says in the API's words why it could not be done. */
  async function withProvider<T>(work: (provider: PaymentProvider) => Promise<T>): Promise<T> {
    if (provider === null) throw new ApiError('stripe_not_configured');
    try {
      return await work(provider);
    } catch (error) {
      throw toApiError(context, error);
    }
  }

  return {
    testMode: provider?.name === 'simulated',
    config: { provider: provider?.name ?? null, publishableKey: provider?.publishableKey ?? null },

    async begin(request, payer) {
      const language = isLanguage(payer.language) ? payer.language : fallbackLanguage;
      const returnUrl = (sessionId: string) =>
        `${publicUrl}/thanks?${new URLSearchParams({ session_id: sessionId, email: request.email, lang: language }).toString()}`;
      const begun = await withProvider((found) =>
        beginSubscription(context, found, {
          email: request.email,
          language,
          plan: request.plan ?? 'monthly',
          userId: payer.userId,
          sessionId: request.sessionId ?? null,
          returnUrl,
          cancelUrl: `${publicUrl}/pricing`,
        }),
      );
      const testMode = provider?.name === 'simulated';
      switch (begun.outcome) {
        case 'already-subscribed':
          throw new ApiError('already-subscribed');
        case 'paid':
          return { url: returnUrl(begun.sessionId), sessionId: begun.sessionId, testMode };
        case 'payment': {
          const { clientSecret, url } = begun.payment;
          const { sessionId } = begun;
          const due = describeDue(request.plan ?? 'monthly', begun.isFirst, context.now());
          return { ...(url === undefined ? { clientSecret } : { url }), sessionId, due, testMode };
        }
        default:
          return begun satisfies never;
      }
    },

    setCancelAtPeriodEnd: (userId, cancel) =>
      withProvider((found) =>
        cancel ? cancelAtPeriodEnd(context, found, userId) : reactivate(context, found, userId),
      ),
    changePlan: (userId, plan) => withProvider((found) => changePlan(context, found, userId, plan)),
    refund: (userId) => withProvider((found) => refundAll(context, found, userId)),
    openPortal: (userId, returnPath) =>
      withProvider((found) => openPortal(context, found, userId, publicUrl + returnPath)),
    readSubscription: (userId) => readSubscription(context, userId),
    async readPayments(userId) {
      const rows = await readPayments(context, userId);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },
    async checkPayment(sessionId) {
      const check = await withProvider(() => checkPayment(context, sessionId));
      return check.state === 'unknown' ? { state: 'unknown', email: null } : check;
    },
    async paySimulated({ clientSecret, card, agreed }) {
      if (!(provider instanceof SimulatedProvider)) throw new ApiError('not-found');
      return { outcome: await withProvider(() => provider.pay(clientSecret, card, agreed)) };
    },
    async receiveEvent(rawBody, signature) {
      if (provider === null) throw new ApiError('not-found');
      await receiveEvent(context, provider, rawBody, signature);
    },
    async reconcile() {
      if (provider === null) return;
      const { looked, failed } = await reconcile(context, provider);
      if (looked > 0) context.log.info({ looked, failed }, 'looked again at customers');
    },
    async findPayer(sessionId) {
      if (provider === null) return null;
      const check = await withProvider(() => checkPayment(context, sessionId));
      return check.state === 'paid' ? { email: check.email } : null;
    },
    adopt: (sessionId, userId) => claimPayment(db, userId, sessionId),
    adoptByAddress: (userId, email) => claimByProvedAddress(db, userId, email),
    async changeEmail(userId, email) {
      // The new address counts from here on, whether or not the provider hears of it now.
      await changePayerAddress(context, userId, email).catch((error: unknown) =>
        context.log.warn({ err: error }, 'the payment provider was not told of a new address'),
      );
    },
    async endAll(userId) {
      try {
        await closeForDeletion(context, userId);
      } catch (error) {
        throw toApiError(context, error);
      }
    },
  };
}

function describeDue(plan: BillingPlan, isFirst: boolean, now: Date) {
  const { cents, firstCents } = prices[plan];
  return {
    nowCents: isFirst ? firstCents : cents,
    thenCents: cents,
    currency,
    renewsAt: addPeriod(now, plan).toISOString(),
  };
}

function toApiError({ log }: BillingContext, error: unknown): unknown {
  if (error instanceof NoSubscriptionError) return new ApiError('no-subscription');
  if (error instanceof RefundOverError) return new ApiError('refund-not-available');
  if (error instanceof CustomerBusyError) {
    return new ApiError('payment-provider-error', { cause: error, retryAfter: 5 });
  }
  if (error instanceof ProviderError) {
    if (error.reason === 'declined') return new ApiError('payment-failed', { cause: error });
    log.error({ err: error }, 'the payment provider refused or failed');
    return new ApiError('payment-provider-error', { cause: error });
  }
  return error;
}
