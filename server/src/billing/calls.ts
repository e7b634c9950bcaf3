import { simulatedPortal } from './simulated/portal-page.ts';
import { BadSignatureError } from './provider.ts';
import { ApiError } from '../http/api-error.ts';
import { type App, serve } from '../http/endpoint.ts';
import type { Services } from '../services.ts';

export const webhookPath = '/api/stripe/webhook';
/** The provider's events are a few kB; a payment history in one may be more. */
export const webhookBytes = 262_144;

export function serveBilling(app: App, services: Services): void {
  serve(app, services, 'createSubscription', async ({ body, caller }, { billing }) =>
    billing.begin(body, {
      userId: caller?.userId ?? null,
      language: body.language ?? caller?.language ?? 'en',
    }),
  );
  serve(app, services, 'billingConfig', async (_, { billing }) => billing.config);
  serve(app, services, 'paymentSession', async ({ body }, { billing }) =>
    billing.checkPayment(body.sessionId),
  );
  serve(app, services, 'simulatedPayment', async ({ body }, { billing }) =>
    billing.paySimulated(body),
  );

  serve(app, services, 'subscription', async ({ caller }, { billing }) => ({
    subscription: await billing.readSubscription(caller.userId),
  }));
  serve(app, services, 'payments', async ({ caller }, { billing }) => ({
    payments: await billing.readPayments(caller.userId),
  }));
  serve(app, services, 'cancelSubscription', async ({ caller }, { billing, outbox }) => {
    await billing.setCancelAtPeriodEnd(caller.userId, true);
    outbox.wake();
    return { subscription: await billing.readSubscription(caller.userId) };
  });
  serve(app, services, 'reactivateSubscription', async ({ caller }, { billing }) => {
    await billing.setCancelAtPeriodEnd(caller.userId, false);
    return { subscription: await billing.readSubscription(caller.userId) };
  });
  serve(app, services, 'changePlan', async ({ body, caller }, { billing }) => {
    await billing.changePlan(caller.userId, body.plan);
    return { subscription: await billing.readSubscription(caller.userId) };
  });
  serve(app, services, 'refund', async ({ caller }, { billing, outbox }) => {
    await billing.refund(caller.userId);
    outbox.wake();
    return { subscription: await billing.readSubscription(caller.userId) };
  });
  serve(app, services, 'portal', async ({ body, caller }, { billing }) => ({
    url: await billing.openPortal(caller.userId, body.returnPath),
  }));

  serveWebhook(app, services);
  if (services.billing.testMode) {
    app.get('/api/simulated/portal', (context) =>
      context.html(simulatedPortal(services.publicUrl, context.req.query('return_url'))),
    );
  }
}

/** Outside the table of endpoints: its body is bytes under a signature, and only the provider calls it. */
function serveWebhook(app: App, { billing, log, outbox }: Services): void {
  app.post(webhookPath, async (context) => {
    context.set('route', 'webhook');
    const rawBody = await context.req.text();
    try {
      await billing.receiveEvent(rawBody, context.req.header('stripe-signature'));
    } catch (error) {
      if (error instanceof BadSignatureError) {
        log.warn({ requestId: context.get('requestId') }, 'a webhook with a bad signature');
        throw new ApiError('invalid-request', { fields: { signature: 'is not valid' } });
      }
      // Whatever else goes wrong answers 500 (or 503), so that the provider sends it again.
      throw error;
    }
    outbox.wake();
    return context.json({ received: true });
  });
}
