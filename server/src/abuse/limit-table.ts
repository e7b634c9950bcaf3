import type { EndpointName } from '@stillpix/contract';

/**
 * What requests are counted by. `address`: the client's network address. `email`: the account named
 * in the request, whoever sends it. `email+address`: that account from that address. `account`: the
 * signed-in user, or an anonymous caller's address. `device`: a browser that the named account has
 * signed in with since its credentials last changed.
 */
type Counted = 'address' | 'email' | 'email+address' | 'account' | 'device';

export interface Limit {
  by: Counted;
  hits: number;
  seconds: number;
}

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

const per = (by: Counted, hits: number, seconds: number): Limit => ({ by, hits, seconds });

/**
 * How often each endpoint may be called. Endpoints without an entry share `others`.
 *
 * Strangers could use up limits by `email` to lock an owner out. So requests beyond an address's
 * own limits do not count for the e-mail. And where the table has `device`, a browser that the
 * account knows is counted separately instead.
 */
export const limitTable: Partial<Record<EndpointName, Limit[]>> & { others: Limit[] } = {
  // Against password guessing: few attempts per account and place, more per account from
  // everywhere, and a limit for one place that tries many accounts.
  login: [
    per('email+address', 10, quarter),
    per('address', 100, quarter),
    per('email', 100, hour),
    per('device', 10, quarter),
  ],
  // These mail the address.
  register: [per('email+address', 5, hour), per('address', 20, hour), per('email', 20, hour)],
  forgotPassword: [
    per('email+address', 3, hour),
    per('address', 30, hour),
    per('email', 20, hour),
    per('device', 3, hour),
  ],
  resetPassword: [per('address', 30, hour)],
  confirmEmail: [per('address', 30, hour)],
  changePassword: [per('account', 10, quarter)],
  changeEmail: [per('account', 5, hour), per('email', 20, hour)],
  resendConfirmation: [per('account', 5, hour)],
  deleteAccount: [per('account', 10, quarter)],
  exportData: [per('account', 10, hour)],
  checkAccount: [per('address', 60, hour)],
  setupProAccount: [per('email+address', 10, hour), per('address', 30, hour)],
  createSubscription: [per('email+address', 10, hour), per('address', 30, hour)],
  // The page asks once a second for 15 seconds after a payment; a shared address may have some who pay at once.
  paymentSession: [per('address', 120, minute)],
  // Each asks the provider several times, and makes the account's other calls wait: thousands would
  // use up what the provider answers to everybody.
  claimPayment: [per('account', 30, quarter)],
  cancelSubscription: [per('account', 30, quarter)],
  reactivateSubscription: [per('account', 30, quarter)],
  changePlan: [per('account', 30, quarter)],
  // The page asks once a second for 15 seconds after the bank has agreed.
  planChange: [per('account', 60, quarter)],
  // Asked whenever the account's plan is shown.
  waitingChange: [per('account', 60, quarter)],
  dropPlanChange: [per('account', 30, quarter)],
  refund: [per('account', 30, quarter)],
  portal: [per('account', 30, quarter)],
  contact: [per('email+address', 5, hour), per('address', 10, hour)],
  validateFeatures: [per('account', 300, minute)],
  conversions: [per('account', 300, minute)],
  // Cheap, and the same for everybody: the answers are cached in memory.
  flags: [],
  stats: [],
  entitlementKey: [],
  health: [],
  others: [per('account', 300, minute)],
};
