import type { Page } from '@playwright/test';

/**
 * Stands in for Stripe.js, which only ever comes from Stripe's own server: the part of its interface
 * that our pages use, with a list of test cards instead of card fields. It confirms a payment
 * by the same HTTP call to `api.stripe.com` as the real one.
 */
const stub = `
window.Stripe = (key) => {
  const call = (path, body) => fetch('https://api.stripe.com' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body),
  }).then(async (answer) => ({ ok: answer.ok, body: await answer.json() }));
  const cards = {
    good: 'pm_card_visa',
    declined: 'pm_card_chargeDeclined',
    authenticate: 'pm_card_authenticationRequired',
  };
  const confirmPayment = async ({ elements }) => {
    const secret = elements.clientSecret;
    const id = secret.split('_secret_')[0];
    const card = document.querySelector('select[name=stub-card]').value;
    const answer = await call('/v1/payment_intents/' + id + '/confirm', {
      key, client_secret: secret, payment_method: cards[card],
    });
    if (!answer.ok) return { error: answer.body.error };
    return answer.body.status === 'requires_action' ? askBank(id) : { paymentIntent: answer.body };
  };
  const handleNextAction = async ({ clientSecret }) => {
    const id = clientSecret.split('_secret_')[0];
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    const answer = await fetch('https://api.stripe.com/v1/payment_intents/' + id + '?' + query);
    const { status } = await answer.json();
    if (status !== 'requires_action') throw new Error('handleNextAction: it is ' + status);
    return askBank(id);
  };
  const askBank = async (id) => {
    const agreed = window.confirm('Your bank asks: approve this payment?');
    const settled = await call('/_test/authenticate', { payment_intent: id, agreed: String(agreed) });
    return settled.body.status === 'succeeded'
      ? { paymentIntent: settled.body }
      : { error: { message: 'We are unable to authenticate your payment method.' } };
  };
  const elements = ({ clientSecret }) => {
    const group = {
      clientSecret,
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
      getElement: () => null,
      create() {
        const listeners = {};
        const frame = document.createElement('select');
        frame.name = 'stub-card';
        frame.setAttribute('aria-label', 'Test card');
        for (const name of Object.keys(cards)) frame.append(new Option(name, name));
        return {
          mount(place) { place.append(frame); setTimeout(() => (listeners.ready || (() => {}))(), 50); },
          on(event, listener) { listeners[event] = listener; return this; },
          off() { return this; },
          once() { return this; },
          update() {}, collapse() {}, focus() {}, blur() {}, clear() {},
          unmount() { frame.remove(); },
          destroy() { frame.remove(); },
        };
      },
    };
    return group;
  };
  return {
    elements, confirmPayment, handleNextAction,
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
    registerAppInfo() {}, _registerWrapper() {},
  };
};
`;

/** Answers the browser's calls to Stripe: the script with the stub, the interface by the test server. */
export async function stubStripe(page: Page, fakeStripe: string): Promise<void> {
  await page
    .context()
    .route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: stub }),
    );
  await page.context().route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const answer = await fetch(request.url().replace('https://api.stripe.com', fakeStripe), {
      method: request.method(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: request.postData(),
    });
    await route.fulfill({
      status: answer.status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await answer.text(),
    });
  });
}
