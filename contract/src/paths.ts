/**
 * Pages that may show the card form, in every language. Only they may contact the payment provider.
 */
export const paymentPagePaths = [
  '/subscribe',
  '/es/suscribirse',
  '/pt/assinar',
  '/de/abonnieren',
  '/pricing',
  '/pro',
  '/go-pro',
  '/es/precios',
  '/pt/precos',
  '/de/preise',
] as const;

/**
 * The path to which systems send photos shared with the installed site. Its service worker handles
 * them on the device; the server never reads them.
 */
export const sharePath = '/share';
