// How calls are read, and the errors that Stripe gives.
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Stripe } from 'stripe';
import { type FormObject, parseForm, readObject, readText } from './form.ts';
import type * as fake from './objects.ts';

export class RequestError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Record<string, unknown>;

  constructor(status: ContentfulStatusCode, body: Record<string, unknown>) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}

export async function readForm(c: Context): Promise<FormObject> {
  return parseForm(await c.req.text());
}

export function address(c: Context, path: string): string {
  return new URL(path, c.req.url).href;
}

export function readQuery(c: Context): FormObject {
  return parseForm(new URL(c.req.url).search.slice(1));
}

export function readMetadata(form: FormObject): Stripe.Metadata {
  const metadata = readObject(form, 'metadata');
  return Object.fromEntries(
    Object.keys(metadata).map((key) => [key, readText(metadata, key) ?? '']),
  );
}

export function toPage<T>(data: T[], url: string) {
  return { object: 'list', url, has_more: false, data };
}

export function requireObject<T>(map: ReadonlyMap<string, T>, id: string, parameter = 'id'): T {
  const found = map.get(id);
  if (!found) throw missing(id, parameter);
  return found;
}

/**
 * Credit pays nothing in another currency. What Stripe does then has changed over the years, and depends on what else a
 * customer has; this is the strictest of it. https://docs.stripe.com/invoicing/multi-currency-customers
 */
export function requireCurrency({ balance, currency }: fake.Customer, price: fake.Price): void {
  if (balance === 0 || (currency ?? price.currency) === price.currency) return;
  throw new RequestError(400, {
    type: 'invalid_request_error',
    message: `The currency of the price (${price.currency}) is not the customer's (${currency}).`,
  });
}

export function requireText(form: FormObject, key: string): string {
  const value = readText(form, key);
  if (value === undefined || value === '') throw missingParameter(key);
  return value;
}

export function missing(id: string, parameter = 'id'): RequestError {
  return new RequestError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: parameter,
    message: `No such ${parameter}: '${id}'`,
  });
}

export function missingParameter(parameter: string): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param: parameter,
    message: `Missing required param: ${parameter}.`,
  });
}

export function unsupportedParameter(parameter: string): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    param: parameter,
    message: `An update that may be pending cannot have ${parameter}.`,
  });
}

export function notOpen({ id, status }: fake.Invoice): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    message: `Invoice ${id} is ${status} and not open.`,
  });
}

export function alreadyExists(id: string): RequestError {
  return new RequestError(400, {
    type: 'invalid_request_error',
    code: 'resource_already_exists',
    message: `${id} already exists.`,
  });
}

/** What `error_if_incomplete` answers where the payer's bank wants to ask. */
export function actionRequired(): RequestError {
  return new RequestError(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'The payment for this subscription needs an action of the customer first.',
  });
}

export function cardDeclined(intent?: fake.PaymentIntent): RequestError {
  return new RequestError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    ...(intent && { payment_intent: intent }),
  });
}
