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
