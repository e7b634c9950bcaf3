import { type BillingConfig, type CreateSubscriptionAnswer } from '@stillpix/contract';
import { beginWording } from '@stillpix/contract/begin-wordings';
import type { BillingPlan } from '@stillpix/contract/limits';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { BillingMessages } from '../../i18n/en/billing.ts';
import { randomUuid } from '../../site/browser/random-uuid.ts';
import type { Language } from '../../site/pages/language.ts';
import { isPaymentPath } from '../../site/pages/pages.ts';

export type Due = NonNullable<CreateSubscriptionAnswer['due']>;

/** A payment that waits for a card, or only for the order where nothing is to be paid now. */
export interface OpenPayment {
  /** `null`: there is nothing to pay now, and nothing has begun. */
  clientSecret: string | null;
  sessionId: string;
  email: string;
  plan: BillingPlan;
  due: Due;
}

export interface CardFormProps {
  payment: OpenPayment & { clientSecret: string };
  /** Where a bank that takes over the page leads back to. */
  returnUrl: string;
  onPaid: () => void;
}

export interface Order {
  email: string;
  plan: BillingPlan;
  /** Asked of consumers in the EU: to begin before the time to withdraw is over. */
  beginAtOnce: boolean;
}

let config: Promise<BillingConfig> | undefined;

/** Who takes payments here; asked once a page. */
export function loadConfig(): Promise<BillingConfig> {
  config ??= call('billingConfig');
  config.catch(() => {
    config = undefined;
  });
  return config;
}

/**
 * Whether this document may talk to the payment provider. The permission (its content security
 * policy) came with the address that was loaded, not with the one that is shown by now.
 */
export function mayPayHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  const path = new URL(loaded?.name ?? location.href).pathname.replace(/(.)\/$/, '$1');
  return isPaymentPath(path);
}

const attemptKey = 'stillpix_attempt';

/**
 * The secret name of this browser's attempt to pay: a reload, the back button and another tab go on
 * with the same payment, and another plan takes the place of the first.
 */
function attemptName(): string {
  try {
    return localStorage.getItem(attemptKey) ?? keepAttempt(randomUuid());
  } catch {
    return randomUuid();
  }
}

function keepAttempt(name: string): string {
  try {
    localStorage.setItem(attemptKey, name);
  } catch {
    // Storage is off: a payment made twice is given back.
  }
  return name;
}

/** Why no payment could be begun, in words for the form. */
export interface BeginProblem {
  title: string;
  text: string;
}

/**
 * Asks for a subscription. Resolves with the payment to make, with what is in its way, or with `null`
 * when the browser is on its way to another page.
 */
export async function beginPayment(
  request: Order & { language: Language; isOrdered?: boolean },
  messages: BillingMessages,
  errors: Messages['site']['errors'],
): Promise<OpenPayment | BeginProblem | null> {
  const { email, plan, beginAtOnce, language, isOrdered } = request;
  const { toasts } = messages;
  try {
    const answer = await call('createSubscription', {
      email,
      plan,
      ...(beginAtOnce && { beginAtOnce, beginWording }),
      language,
      ...(isOrdered === true && { isOrdered }),
      sessionId: attemptName(),
    });
    if (answer.sessionId !== undefined) keepAttempt(answer.sessionId);
    if (answer.url !== undefined) {
      window.location.assign(answer.url);
      return null;
    }
    const { clientSecret, needsOrder, sessionId, due } = answer;
    const isOpen = clientSecret !== undefined || needsOrder === true;
    if (isOpen && sessionId !== undefined && due !== undefined) {
      return { clientSecret: clientSecret ?? null, sessionId, due, email, plan };
    }
    if (answer.testMode === true) return unavailable(messages);
    return { title: toasts.error, text: answer.message ?? toasts.createFailed };
  } catch (thrown) {
    return findProblem(thrown, messages, errors);
  }
}

function unavailable({ toasts }: BillingMessages): BeginProblem {
  return { title: toasts.unavailable, text: toasts.unavailableText };
}

function findProblem(
  thrown: unknown,
  messages: BillingMessages,
  errors: Messages['site']['errors'],
): BeginProblem {
  const { toasts } = messages;
  if (!(thrown instanceof ApiError))
    return { title: toasts.error, text: explainRequestFailure(thrown, errors) };
  const { code } = thrown.answer;
  if (code === 'stripe_not_configured') return unavailable(messages);
  const known: Partial<Record<string, string>> = {
    'begin-not-asked': messages.purchase.beginRequired,
    'already-subscribed': toasts.alreadySubscribed,
    'too-many-requests': toasts.tooMany,
    'invalid-request': messages.purchase.emailInvalid,
  };
  return { title: toasts.error, text: known[code ?? ''] ?? toasts.createFailed };
}

export interface PaidPayment {
  state: 'paid';
  email: string;
  sessionId: string;
  /** Whether it belongs to an account already. */
  claimed: boolean;
}

/** `open`: not paid yet, but may still be. The last two: the server could not be asked. */
export type FoundPayment =
  | PaidPayment
  | { state: 'open' | 'failed' | 'returned' | 'unknown' | 'no-network' | 'no-answer' };

const betweenMs = 1000;

/**
 * Asks what became of a payment, up to `tries` times while it is open, and has every tab ask again
 * what the visitor may do once it is paid.
 */
export async function findPayment(
  sessionId: string,
  tries: number,
  signal?: AbortSignal,
): Promise<FoundPayment> {
  if (sessionId === '') return { state: 'unknown' };
  let found: FoundPayment = { state: 'no-answer' };
  for (let count = 0; count < tries; count++) {
    if (signal?.aborted) break;
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs));
    found = await askPayment(sessionId);
    const isWaiting = found.state === 'open' || found.state === 'no-answer';
    if (!isWaiting) break;
  }
  if (found.state === 'paid') await announceSession();
  return found;
}

async function askPayment(sessionId: string): Promise<FoundPayment> {
  try {
    const { state, email, claimed } = await call('paymentSession', { sessionId });
    if (state !== 'paid') return { state };
    return email === null ? { state: 'unknown' } : { state, email, sessionId, claimed };
  } catch (thrown) {
    // An id that no payment could have.
    if (thrown instanceof ApiError && thrown.answer.code === 'invalid-request')
      return { state: 'unknown' };
    return { state: thrown instanceof TypeError ? 'no-network' : 'no-answer' };
  }
}
