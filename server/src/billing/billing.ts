import type { BodyOf, CreateSubscriptionAnswer } from '@stillpix/contract';
import { ApiError } from '../http/api-error.ts';

/** What the rest of the server asks of billing. */
export interface Billing {
  /** True while no money moves: the simulated provider. */
  readonly testMode: boolean;
  begin(
    request: BodyOf<'createSubscription'>,
    payer: { userId: string | null; language: string },
  ): Promise<CreateSubscriptionAnswer>;
  /** Sets or takes back the end with the paid period. @throws ApiError `no-subscription` */
  setCancelAtPeriodEnd(userId: string, cancel: boolean): Promise<void>;
  /** Who completed the payment of this session id; `null` when nobody did. */
  findPayer(sessionId: string): Promise<{ email: string } | null>;
  /** Gives what was paid under a session id to an account. */
  adopt(sessionId: string, userId: string): Promise<void>;
  /** Tells the provider about a new address. */
  changeEmail(userId: string, email: string): Promise<void>;
  /** Ends everything at the provider, before an account is deleted. */
  endAll(userId: string): Promise<void>;
}

/** Without a provider nobody can pay, and everything else works. */
export const noBilling: Billing = {
  testMode: false,
  begin: async () => {
    throw new ApiError('stripe_not_configured');
  },
  setCancelAtPeriodEnd: async () => {
    throw new ApiError('no-subscription');
  },
  findPayer: async () => null,
  adopt: async () => undefined,
  changeEmail: async () => undefined,
  endAll: async () => undefined,
};
