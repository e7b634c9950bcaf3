import type { Stripe } from 'stripe';
import {
  type BillingPlan,
  currencies,
  type Currency,
  defaultCurrency,
  prices,
} from '@stillpix/contract/plans';
import { ProviderError } from '../provider/provider.ts';
import { guarded, isMissing, requireId } from './errors.ts';

// Our own ids at the provider, by which the set-up command finds what an earlier run created.
const productId = 'stillpix_pro';
const portalMark = 'stillpix_portal';
const webhookMark = 'stillpix_webhook';
// Names from before the second currency stay unchanged.
const inCurrency = (name: string, currency: Currency) =>
  currency === 'usd' ? name : `${name}_${currency}`;
const lookupKey = (plan: BillingPlan, currency: Currency) =>
  inCurrency(`stillpix_pro_${plan}`, currency);
const plans = ['monthly', 'annual'] as const satisfies BillingPlan[];
const isKeyOf = (plan: BillingPlan, key: string | null) =>
  currencies.some((currency) => key === lookupKey(plan, currency));
export const firstMonthCouponId = (currency: Currency) =>
  inCurrency('stillpix_first_month', currency);

/** Events after which a customer's subscriptions are updated. */
const webhookEvents = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.pending_update_applied',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'credit_note.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The plan of one of our prices. */
export function planOf(price: Pick<Stripe.Price, 'lookup_key' | 'recurring'>): BillingPlan {
  const named = plans.find((plan) => isKeyOf(plan, price.lookup_key));
  if (named !== undefined) return named;
  // A replaced price has lost its lookup key to its successor.
  return price.recurring?.interval === 'year' ? 'annual' : 'monthly';
}

/** Whether a price sells Pro. The provider's account may sell other products to the same customer. */
export function isOurs({ product, lookup_key }: Pick<Stripe.Price, 'product' | 'lookup_key'>) {
  const id = typeof product === 'string' ? product : product.id;
  return id === productId || plans.some((plan) => isKeyOf(plan, lookup_key));
}

/** The provider's price for a plan. @throws ProviderError if the set-up command was not run */
export async function requirePriceId(
  stripe: Stripe,
  plan: BillingPlan,
  currency: Currency,
): Promise<string> {
  const key = lookupKey(plan, currency);
  const price = await findPrice(stripe, key);
  if (!price) {
    throw new ProviderError('invalid', `no price ${key}; run npm run billing:setup first`);
  }
  return price.id;
}

/** Our portal configuration. `undefined` uses the account's default. */
export async function findPortalId(stripe: Stripe): Promise<string | undefined> {
  const { data } = await guarded(() =>
    stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.[portalMark] === '1')?.id;
}

async function findPrice(stripe: Stripe, key: string): Promise<Stripe.Price | undefined> {
  const { data } = await guarded(() =>
    stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }),
  );
  // A server that does not know the parameter would return any price.
  return data.find(({ lookup_key }) => lookup_key === key);
}

export interface SetupOptions {
  productName: string;
  /** Default: US dollars. */
  currency?: Currency;
  /** URL of the website, for the portal's links and the webhook. No trailing slash. */
  publicUrl: string;
  /** Also creates the webhook endpoint. Not if the address cannot be reached from outside. */
  withWebhook: boolean;
}

export interface SetupResult {
  /** One line per object: found, created or replaced. */
  lines: string[];
  /** The signing secret. The provider tells it only when it creates the endpoint. */
  webhookSecret: string | null;
}

/**
 * Creates what is missing at the provider and updates what differs. Running it again changes
 * nothing.
 */
export async function setUpCatalog(stripe: Stripe, options: SetupOptions): Promise<SetupResult> {
  const { currency = defaultCurrency } = options;
  const lines: string[] = [];
  lines.push(await ensureProduct(stripe, options.productName));
  lines.push(await ensurePrice(stripe, 'monthly', currency));
  lines.push(await ensurePrice(stripe, 'annual', currency));
  lines.push(await ensureCoupon(stripe, options.productName, currency));
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
      // "Software as a service, personal use" in the provider's list of tax codes.
      stripe.products.create({ id: productId, name, tax_code: 'txcd_10103000' }),
    ),
  );
  return `product ${productId}: made`;
}

async function ensurePrice(stripe: Stripe, plan: BillingPlan, currency: Currency): Promise<string> {
  const key = lookupKey(plan, currency);
  const { cents, interval } = prices[currency][plan];
  const found = await findPrice(stripe, key);
  const fits =
    found?.unit_amount === cents &&
    found.currency === currency &&
    found.recurring?.interval === interval &&
    found.tax_behavior === 'inclusive';
  if (fits) return `price ${key}: there (${found.id})`;
  // A price cannot be changed: a new one takes over the lookup key. Existing subscribers keep the
  // old one.
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

async function ensureCoupon(
  stripe: Stripe,
  productName: string,
  currency: Currency,
): Promise<string> {
  const id = firstMonthCouponId(currency);
  const { cents, firstCents } = prices[currency].monthly;
  const amountOff = cents - firstCents;
  const found = await findOrNull(() => stripe.coupons.retrieve(id));
  const fits =
    found?.amount_off === amountOff && found.currency === currency && found.duration === 'once';
  if (fits) return `coupon ${id}: there`;
  if (found) await guarded(() => stripe.coupons.del(id));
  requireId(
    await guarded(() =>
      stripe.coupons.create({
        id,
        name: `${productName}: first month`,
        amount_off: amountOff,
        currency,
        duration: 'once',
        applies_to: { products: [productId] },
      }),
    ),
  );
  return `coupon ${id}: ${found ? 'replaced' : 'made'}`;
}

async function ensurePortal(stripe: Stripe, publicUrl: string): Promise<string> {
  const found = await findPortalId(stripe);
  if (found) return `billing portal: there (${found})`;
  // Canceling and changing the plan are in our own Billing tab, which explains the consequences.
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
