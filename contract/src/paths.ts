/**
 * Pages that may show the card form or let a bank ask its customer, in every language. Only they may contact the payment provider.
 */
export const paymentPagePaths = [
  '/subscribe',
  '/es/suscribirse',
  '/pt/assinar',
  '/de/abonnieren',
  '/confirm-change',
  '/es/confirmar-cambio',
  '/pt/confirmar-mudanca',
  '/de/wechsel-bestaetigen',
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
