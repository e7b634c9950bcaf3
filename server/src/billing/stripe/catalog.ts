import type { Stripe } from 'stripe';
import { currency, prices, type BillingPlan } from '@stillpix/contract/limits';
import { ProviderError } from '../provider/provider.ts';
import { guarded, isMissing, requireId } from './errors.ts';

// Our own names at the provider: with them the set-up command finds what an earlier run made.
const productId = 'stillpix_pro';
export const firstMonthCouponId = 'stillpix_first_month';
const portalMark = 'stillpix_portal';
const webhookMark = 'stillpix_webhook';
const lookupKeys: Record<BillingPlan, string> = {
  monthly: 'stillpix_pro_monthly',
  annual: 'stillpix_pro_annual',
};

/** The events after which a customer's subscriptions are looked at again. */
const webhookEvents = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The plan that a price of ours stands for. */
export function planOf(price: Pick<Stripe.Price, 'lookup_key' | 'recurring'>): BillingPlan {
  for (const plan of ['monthly', 'annual'] as const) {
    if (price.lookup_key === lookupKeys[plan]) return plan;
  }
  // A price that was replaced has lost its lookup key to its successor.
  return price.recurring?.interval === 'year' ? 'annual' : 'monthly';
}

/** The provider's price for a plan. @throws ProviderError when the set-up command was not run */
export async function requirePriceId(stripe: Stripe, plan: BillingPlan): Promise<string> {
  const price = await findPrice(stripe, plan);
  if (!price) {
    throw new ProviderError(
      'invalid',
      `no price ${lookupKeys[plan]}; run npm run billing:setup first`,
    );
  }
  return price.id;
}

/** Our portal configuration, or `undefined` to use the account's default one. */
export async function findPortalId(stripe: Stripe): Promise<string | undefined> {
  const { data } = await guarded(() =>
    stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.[portalMark] === '1')?.id;
}

async function findPrice(stripe: Stripe, plan: BillingPlan): Promise<Stripe.Price | undefined> {
  const { data } = await guarded(() =>
    stripe.prices.list({ lookup_keys: [lookupKeys[plan]], active: true, limit: 1 }),
  );
  // A server that does not know the parameter would answer with any price.
  return data.find(({ lookup_key }) => lookup_key === lookupKeys[plan]);
}

export interface SetupOptions {
  productName: string;
  /** Of the website, for the portal's links and the webhook; no trailing slash. */
  publicUrl: string;
  /** Also makes the webhook endpoint. Not where the address can't be reached from outside. */
  withWebhook: boolean;
}

export interface SetupResult {
  /** One line for each thing, saying whether it was there, made or replaced. */
  lines: string[];
  /** The signing secret, which the provider tells only when it makes the endpoint. */
  webhookSecret: string | null;
}

/** Makes what is missing at the provider and changes what differs. Running it again does nothing. */
export async function setUpCatalog(stripe: Stripe, options: SetupOptions): Promise<SetupResult> {
  const lines: string[] = [];
  lines.push(await ensureProduct(stripe, options.productName));
  lines.push(await ensurePrice(stripe, 'monthly'));
  lines.push(await ensurePrice(stripe, 'annual'));
  lines.push(await ensureCoupon(stripe, options.productName));
  lines.push(await ensurePortal(stripe, options.publicUrl));
  let webhookSecret: string | null = null;
  if (options.withWebhook) {
    const endpoint = await ensureWebhook(stripe, options.publicUrl);
    lines.push(endpoint.line);
    webhookSecret = endpoint.secret;
  }
  return { lines, webhookSecret };
}

async function findOrNull<T>(retrieve: () => Promise<T>): Promise<T | null> {
  try {
    return await guarded(retrieve);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function ensureProduct(stripe: Stripe, name: string): Promise<string> {
  const found = await findOrNull(() => stripe.products.retrieve(productId));
  if (found?.id === productId) {
    if (found.active && found.name === name) return `product ${productId}: there`;
    await guarded(() => stripe.products.update(productId, { name, active: true }));
    return `product ${productId}: updated`;
  }
  requireId(
    await guarded(() =>
      stripe.products.create(
        // "Software as a service, personal use" in the provider's list of tax codes.
        { id: productId, name, tax_code: 'txcd_10103000' },
        { idempotencyKey: `setup-${productId}` },
      ),
    ),
  );
  return `product ${productId}: made`;
}

async function ensurePrice(stripe: Stripe, plan: BillingPlan): Promise<string> {
  const key = lookupKeys[plan];
  const { cents, interval } = prices[plan];
  const found = await findPrice(stripe, plan);
  const fits =
    found?.unit_amount === cents &&
    found.currency === currency &&
    found.recurring?.interval === interval &&
    found.tax_behavior === 'inclusive';
  if (fits) return `price ${key}: there (${found.id})`;
  // A price can't be changed: a new one takes over the lookup key, and who subscribed keeps the old.
  const made = requireId(
    await guarded(() =>
      stripe.prices.create({
        product: productId,
        currency,
        unit_amount: cents,
        recurring: { interval },
        tax_behavior: 'inclusive',
        lookup_key: key,
        transfer_lookup_key: true,
      }),
    ),
  );
  return `price ${key}: ${found ? 'replaced' : 'made'} (${made.id})`;
}

async function ensureCoupon(stripe: Stripe, productName: string): Promise<string> {
  const amountOff = prices.monthly.cents - prices.monthly.firstCents;
  const found = await findOrNull(() => stripe.coupons.retrieve(firstMonthCouponId));
  const fits =
    found?.amount_off === amountOff && found.currency === currency && found.duration === 'once';
  if (fits) return `coupon ${firstMonthCouponId}: there`;
  if (found) await guarded(() => stripe.coupons.del(firstMonthCouponId));
  requireId(
    await guarded(() =>
      stripe.coupons.create({
        id: firstMonthCouponId,
        name: `${productName}: first month`,
        amount_off: amountOff,
        currency,
        duration: 'once',
        applies_to: { products: [productId] },
      }),
    ),
  );
  return `coupon ${firstMonthCouponId}: ${found ? 'replaced' : 'made'}`;
}

async function ensurePortal(stripe: Stripe, publicUrl: string): Promise<string> {
  const found = await findPortalId(stripe);
  if (found) return `billing portal: there (${found})`;
  // Canceling and changing the plan happen in our own Billing tab, which says what follows.
  const made = requireId(
    await guarded(() =>
      stripe.billingPortal.configurations.create({
        business_profile: {
          privacy_policy_url: `${publicUrl}/privacy-policy`,
          terms_of_service_url: `${publicUrl}/terms-of-service`,
        },
        features: {
          customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
        },
        metadata: { [portalMark]: '1' },
      }),
    ),
  );
  return `billing portal: made (${made.id})`;
}

async function ensureWebhook(
  stripe: Stripe,
  publicUrl: string,
): Promise<{ line: string; secret: string | null }> {
  const url = `${publicUrl}/api/stripe/webhook`;
  const { data } = await guarded(() => stripe.webhookEndpoints.list({ limit: 100 }));
  const found = data.find((endpoint) => endpoint.url === url && endpoint.status === 'enabled');
  if (found) {
    const hasAll = webhookEvents.every((event) => found.enabled_events.includes(event));
    if (hasAll) return { line: `webhook ${url}: there`, secret: null };
    await guarded(() =>
      stripe.webhookEndpoints.update(found.id, { enabled_events: [...webhookEvents] }),
    );
    return { line: `webhook ${url}: updated`, secret: null };
  }
  const made = requireId(
    await guarded(() =>
      stripe.webhookEndpoints.create({
        url,
        enabled_events: [...webhookEvents],
        metadata: { [webhookMark]: '1' },
      }),
    ),
  );
  return { line: `webhook ${url}: made`, secret: made.secret ?? null };
}
