/** Pages that may show the card form, in every language: only they may talk to the payment provider. */
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
 * Where systems send photos that other apps share with the installed site. Its service worker takes
 * them on the device; the server reads nothing of what comes here.
 */
export const sharePath = '/share';
