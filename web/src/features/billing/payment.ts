import { type BillingConfig, type CreateSubscriptionAnswer } from '@stillpix/contract';
import { beginWording } from '@stillpix/contract/begin-wordings';
import type { BillingPlan } from '@stillpix/contract/plans';
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

/** A payment that waits for a card, or only for the order if nothing is to be paid now. */
export interface OpenPayment {
  /** `null` if nothing is to be paid now; then no payment exists yet. */
  clientSecret: string | null;
  sessionId: string;
  email: string;
  plan: BillingPlan;
  due: Due;
}

export interface CardFormProps {
  payment: OpenPayment & { clientSecret: string };
  /** Where to return after a bank has taken over the page. */
  returnUrl: string;
  onPaid: () => void;
}

export interface Order {
  email: string;
  plan: BillingPlan;
  /** Required of consumers in the EU: the request to start before the withdrawal period ends. */
  beginAtOnce: boolean;
}

let config: Promise<BillingConfig> | undefined;

/** The payment configuration, requested once per page. */
export function loadConfig(): Promise<BillingConfig> {
  config ??= call('billingConfig');
  config.catch(() => {
    config = undefined;
  });
  return config;
}

/**
 * Whether this document may connect to the payment provider. Its content security policy belongs to
 * the address that was loaded, which may differ from the one shown now.
 */
export function mayPayHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  const path = new URL(loaded?.name ?? location.href).pathname.replace(/(.)\/$/, '$1');
  return isPaymentPath(path);
}

const attemptKey = 'stillpix_attempt';

/**
 * The secret name of this browser's attempt to pay. A reload, the back button and another tab
 * continue the same payment, and choosing another plan replaces it.
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
    // Storage is off. If this leads to a second payment, it is refunded.
  }
  return name;
}

/** Why no payment could be started, as text for the form. */
export interface BeginProblem {
  title: string;
  text: string;
}

/**
 * Starts a subscription. Resolves with the payment to make, with the problem, or with `null` if the
 * browser is leaving for another page.
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
  /** Whether the payment belongs to an account already. */
  claimed: boolean;
}

/** `open`: not paid yet, but may still be. In the last two cases the server could not be asked. */
export type FoundPayment =
  | PaidPayment
  | { state: 'open' | 'failed' | 'returned' | 'unknown' | 'no-network' | 'no-answer' };

const betweenMs = 1000;

/**
 * Asks for the state of a payment, up to `tries` times while it is open. Once it is paid, makes
 * every tab ask again what the visitor may do.
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
    // The id cannot be that of a payment.
    if (thrown instanceof ApiError && thrown.answer.code === 'invalid-request')
      return { state: 'unknown' };
    return { state: thrown instanceof TypeError ? 'no-network' : 'no-answer' };
  }
}
