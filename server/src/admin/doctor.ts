import { statfs } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { Stripe } from 'stripe';
import { createStripeClient } from '../billing/stripe/stripe-provider.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import { DirectoryInUse } from '../database/lock.ts';
import { openDatabase } from '../database/open.ts';
import { createLog } from '../log.ts';
import { publicUrl, type Settings } from '../settings.ts';
import { readSettings } from '../read-settings.ts';
import { SettingsError } from '../settings-error.ts';

export interface Check {
  state: 'good' | 'note' | 'bad';
  what: string;
  words: string;
}

/** Milliseconds that a service may take to answer. */
const patience = 10_000;

/**
 * Maximum clock error in seconds. With more, webhook signatures would count as too old (Stripe
 * allows five minutes).
 */
const maxClockSeconds = 60;

const reason = (error: unknown) =>
  error instanceof Error ? error.message.split('\n')[0] || error.name : String(error);

/**
 * Checks everything in the settings, one after the other. Changes nothing, except that it creates
 * tables.
 */
export async function examine(environment: Record<string, string | undefined>): Promise<Check[]> {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [{ state: 'bad', what: 'settings', words: error.message }];
  }
  return [
    { state: 'good', what: 'settings', words: `read, for ${settings.NODE_ENV}` },
    await examineDisk(settings),
    await examineDatabase(settings),
    await examineMail(settings),
    await examinePayments(settings),
    ...(await examineAddress(settings)),
  ];
}

async function examineDisk({ DATA_DIR }: Settings): Promise<Check> {
  const what = 'disk';
  try {
    await prepareDataDirectory(DATA_DIR);
    const { bavail, bsize } = await statfs(DATA_DIR);
    const megabytes = Math.floor((bavail * bsize) / 1_000_000);
    const words = `${megabytes} MB are free for ${DATA_DIR}`;
    if (megabytes < 100) return { state: 'bad', what, words: `only ${words}` };
    return { state: megabytes < 1000 ? 'note' : 'good', what, words };
  } catch (error) {
    return { state: 'bad', what, words: reason(error) };
  }
}

async function examineDatabase(settings: Settings): Promise<Check> {
  const what = 'database';
  try {
    const database = await openDatabase(settings, createLog('silent'));
    try {
      await database.ping();
    } finally {
      await database.close();
    }
    return settings.DATABASE_URL === undefined
      ? { state: 'good', what, words: 'embedded, for one process, and it takes writes' }
      : { state: 'good', what, words: 'PostgreSQL, up to date, and it takes writes' };
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      return { state: 'note', what, words: 'embedded, and in use by a server that runs' };
    }
    const isTold = error instanceof SettingsError;
    return { state: 'bad', what, words: isTold ? error.message : reason(error) };
  }
}

async function examineMail({ SMTP_URL, MAIL_FROM }: Settings): Promise<Check> {
  const what = 'mail';
  if (SMTP_URL === undefined) {
    return { state: 'note', what, words: 'no SMTP_URL: mails become files in DATA_DIR/outbox' };
  }
  const times = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const mailer = createTransport({ url: SMTP_URL, ...times });
  try {
    await mailer.verify();
    if (/@localhost\b/.test(MAIL_FROM)) {
      return { state: 'note', what, words: `the mail server answers; MAIL_FROM is ${MAIL_FROM}` };
    }
    return { state: 'good', what, words: 'the mail server answers and lets us in' };
  } catch (error) {
    return { state: 'bad', what, words: `SMTP_URL: ${reason(error)}` };
  } finally {
    mailer.close();
  }
}

async function examinePayments(settings: Settings): Promise<Check> {
  const what = 'payments';
  const { PAYMENTS, STRIPE_SECRET_KEY, STRIPE_API_URL, STRIPE_AUTOMATIC_TAX } = settings;
  if (PAYMENTS === 'none') return { state: 'good', what, words: 'none: Pro cannot be bought' };
  if (STRIPE_SECRET_KEY === undefined || PAYMENTS === 'simulated') {
    return settings.NODE_ENV === 'production'
      ? { state: 'note', what, words: 'no STRIPE_SECRET_KEY: Pro cannot be bought' }
      : { state: 'note', what, words: 'simulated: no money moves' };
  }
  const stripe = createStripeClient(STRIPE_SECRET_KEY, STRIPE_API_URL);
  try {
    await stripe.products.list({ limit: 1 });
    if (STRIPE_AUTOMATIC_TAX) {
      // https://docs.stripe.com/tax/settings-api
      const { status, status_details: details } = await stripe.tax.settings.retrieve();
      if (status !== 'active') {
        const missing = details.pending?.missing_fields?.join(', ') ?? 'something';
        const words = `STRIPE_AUTOMATIC_TAX: Stripe Tax is not ready, it lacks ${missing}`;
        return { state: 'bad', what, words };
      }
    }
    return { state: 'good', what, words: 'Stripe takes the secret key' };
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeAuthenticationError;
    const words = isRefused ? 'STRIPE_SECRET_KEY: Stripe refuses it' : `Stripe: ${reason(error)}`;
    return { state: 'bad', what, words };
  }
}

/**
 * Checks the site as a visitor sees it: whether the address leads here, through which proxy, and
 * the time there.
 */
async function examineAddress(settings: Settings): Promise<Check[]> {
  const address = publicUrl(settings);
  if (settings.PUBLIC_URL === undefined) {
    return [
      { state: 'note', what: 'address', words: `no PUBLIC_URL: links begin with ${address}` },
    ];
  }
  let answer: Response;
  try {
    answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(patience) });
  } catch (error) {
    const cause = error instanceof Error && error.cause ? reason(error.cause) : reason(error);
    const words = `${address} does not answer (${cause}); with the server running, ask again`;
    return [{ state: 'note', what: 'address', words }];
  }
  return [
    examineAnswer(address, answer),
    examineClock(answer.headers.get('date')),
    examineProxy(settings, answer),
  ];
}

function examineAnswer(address: string, answer: Response): Check {
  const what = 'address';
  if (answer.headers.get('x-request-id') === null) {
    return { state: 'bad', what, words: `${address} is answered by something else than Stillpix` };
  }
  return answer.ok
    ? { state: 'good', what, words: `${address} leads to a server that is well` }
    : { state: 'bad', what, words: `${address} answers ${answer.status}: its database is away` };
}

export function examineClock(date: string | null, now = Date.now()): Check {
  const what = 'clock';
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return { state: 'note', what, words: 'the answer has no date' };
  const seconds = Math.round(Math.abs(there - now) / 1000);
  return seconds > maxClockSeconds
    ? { state: 'bad', what, words: `this machine's clock and the server's are ${seconds} s apart` }
    : { state: 'good', what, words: 'agrees with the server' };
}

function examineProxy(settings: Settings, answer: Response): Check {
  const what = 'proxy';
  const isSecure = settings.PUBLIC_URL?.startsWith('https:') === true;
  if (isSecure && settings.TRUSTED_PROXIES.length === 0) {
    const words =
      'https is a proxy’s, and TRUSTED_PROXIES is not set: all visitors would share one limit';
    return { state: 'bad', what, words };
  }
  const policies = answer.headers.get('content-security-policy')?.split(', ').length ?? 0;
  return policies === 1
    ? { state: 'good', what, words: 'passes our headers on as they are' }
    : { state: 'bad', what, words: `changes Content-Security-Policy: ${policies} arrive` };
}
