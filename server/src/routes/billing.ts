import { simulatedPortal } from '../billing/simulated/portal-page.ts';
import { SimulatedProvider } from '../billing/simulated/simulated-provider.ts';
import { claimPayment, findPayer, readPaymentSession, settleClaimed } from '../billing/claims.ts';
import { isTestMode } from '../billing/context.ts';
import { createSubscription } from '../billing/create-subscription.ts';
import {
  cancelSubscription,
  openPortal,
  reactivateSubscription,
  refund,
} from '../billing/manage.ts';
import {
  changePlan,
  dropPlanChange,
  findBegunPlan,
  readPlanChange,
} from '../billing/plan-change.ts';
import { BadSignatureError, ProviderError } from '../billing/provider/provider.ts';
import { readPayments, readSubscription } from '../billing/subscription.ts';
import { receiveEvent } from '../billing/webhook.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import type { Services } from '../services.ts';

export const webhookPath = '/api/stripe/webhook';
/** The provider's events have a few kB; one with a payment history may have more. */
export const webhookBytes = 262_144;

export function serveBilling(app: App, services: Services): void {
  serve(app, services, 'createSubscription', async ({ body, caller }, { billing }) =>
    createSubscription(billing, body, caller),
  );
  serve(app, services, 'billingConfig', async (_, { billing: { provider } }) => ({
    provider: provider?.name ?? null,
    publishableKey: provider?.publishableKey ?? null,
  }));
  serve(app, services, 'paymentSession', async ({ body }, { billing }) =>
    readPaymentSession(billing, body.sessionId),
  );
  serve(app, services, 'claimPayment', async ({ body, caller }, { billing }) => {
    const { userId, email } = caller;
    if ((await findPayer(billing, body.sessionId)) === null) {
      throw new ApiError('payment-not-verified');
    }
    await billing.db.transaction((tx) => claimPayment(tx, body.sessionId, userId));
    await settleClaimed(billing, email);
    return { subscription: await readSubscription(billing, userId) };
  });
  serve(app, services, 'simulatedPayment', async ({ body }, { billing: { provider } }) => {
    if (!(provider instanceof SimulatedProvider)) throw new ApiError('not-found');
    const outcome = await provider
      .pay(body.clientSecret, body.card, body.agreed)
      .catch((thrown: unknown) => {
        // An unknown or finished payment is the caller's mistake, not the provider's.
        const isUnknown = thrown instanceof ProviderError && thrown.reason === 'invalid';
        throw isUnknown ? new ApiError('not-found', { cause: thrown }) : thrown;
      });
    return { outcome };
  });

  serve(app, services, 'subscription', async ({ caller }, { billing }) => ({
    subscription: await readSubscription(billing, caller.userId),
  }));
  serve(app, services, 'payments', async ({ caller }, { billing }) => ({
    payments: await readPayments(billing, caller.userId),
  }));
  serve(app, services, 'cancelSubscription', async ({ caller }, { billing, outbox }) => {
    await cancelSubscription(billing, caller.userId);
    outbox.wake();
    return { subscription: await readSubscription(billing, caller.userId) };
  });
  serve(app, services, 'reactivateSubscription', async ({ caller }, { billing }) => {
    await reactivateSubscription(billing, caller.userId);
    return { subscription: await readSubscription(billing, caller.userId) };
  });
  serve(app, services, 'changePlan', async ({ body, caller }, { billing, outbox }) => {
    await changePlan(billing, caller.userId, body.plan);
    outbox.wake();
    return { subscription: await readSubscription(billing, caller.userId) };
  });
  serve(app, services, 'planChange', async ({ caller }, { billing, outbox }) => {
    const change = await readPlanChange(billing, caller.userId);
    outbox.wake();
    return { subscription: await readSubscription(billing, caller.userId), change };
  });
  serve(app, services, 'waitingChange', async ({ caller }, { billing }) =>
    findBegunPlan(billing, caller.userId),
  );
  serve(app, services, 'dropPlanChange', async ({ caller }, { billing, outbox }) => {
    await dropPlanChange(billing, caller.userId);
    outbox.wake();
    return { subscription: await readSubscription(billing, caller.userId) };
  });
  serve(app, services, 'refund', async ({ caller }, { billing, outbox }) => {
    await refund(billing, caller.userId);
    outbox.wake();
    return { subscription: await readSubscription(billing, caller.userId) };
  });
  serve(app, services, 'portal', async ({ body, caller }, { billing }) => ({
    url: await openPortal(billing, caller.userId, body.returnPath),
  }));

  serveWebhook(app, services);
  if (isTestMode(services.billing)) {
    app.get('/api/simulated/portal', (context) =>
      context.html(simulatedPortal(services.publicUrl, context.req.query('return_url'))),
    );
  }
}

/** Not in the table of endpoints: its body is signed bytes, and only the provider calls it. */
function serveWebhook(app: App, { billing, log, outbox }: Services): void {
  app.post(webhookPath, async (context) => {
    context.set('route', 'webhook');
    const rawBody = await context.req.text();
    try {
      await receiveEvent(billing, rawBody, context.req.header('stripe-signature'));
    } catch (error) {
      if (error instanceof BadSignatureError) {
        log.warn({ requestId: context.get('requestId') }, 'a webhook with a bad signature');
        throw new ApiError('invalid-request', { fields: { signature: 'is not valid' } });
      }
      // Other failures answer 500 (or 503), so that the provider sends the event again.
      throw error;
    }
    outbox.wake();
    return context.json({ received: true });
  });
}
