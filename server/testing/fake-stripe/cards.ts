/** How a payment method behaves, by the names of Stripe's test cards. */
export const declines = new Set([
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
]);
export const needsAuthentication = new Set(['pm_card_authenticationRequired']);
export const failsLater = new Set(['pm_card_chargeCustomerFail']);

/** What a saved card answers while its owner is at the page. */
export function outcomeOf(method: string): 'paid' | 'declined' | 'action' {
  if (declines.has(method) || failsLater.has(method)) return 'declined';
  return needsAuthentication.has(method) ? 'action' : 'paid';
}
