import { eq } from 'drizzle-orm';
import { currencies, defaultCurrency, prices } from '@stillpix/contract/plans';
import { formatMoney, priceWords } from '@stillpix/contract/money';
import { fallbackLanguage, isLanguage, type Language } from '@stillpix/contract/languages';
import type { Database } from '../database/database.ts';
import { billingCustomers, users } from '../database/schema.ts';
import { makeMailedSession } from './claims.ts';

/** Mails that a person may switch off. Others are required for everybody who paid. */
const optional = new Set(['payment-failed', 'pro-canceled']);

/**
 * Link and values of a mail about Pro, computed when it is sent. `null` if it is no longer wanted.
 */
export async function prepareBillingMail(
  db: Database,
  kind: string,
  mail: { language: string; details: Record<string, string>; publicUrl: string },
): Promise<{ link: string | null; values: Record<string, string> } | null> {
  const { details, publicUrl } = mail;
  const language = isLanguage(mail.language) ? mail.language : fallbackLanguage;
  const [found] = await db
    .select({ customer: billingCustomers, notify: users.notifyBilling })
    .from(billingCustomers)
    .leftJoin(users, eq(users.id, billingCustomers.userId))
    .where(eq(billingCustomers.id, details['customer'] ?? ''));
  // The account was deleted in the meantime.
  if (!found) return null;
  if (optional.has(kind) && found.notify === false) return null;
  const currency = currencies.find((one) => one === details['currency']) ?? defaultCurrency;
  const plan = details['plan'] === 'annual' ? 'annual' : 'monthly';
  const values = {
    date: formatDate(details['date'], language),
    amount:
      details['cents'] === undefined
        ? ''
        : formatMoney(Number(details['cents']), language, currency),
    plan,
    price: formatMoney(prices[currency][plan].cents, language, currency),
    tax: priceWords(currency, language).tax,
    consumer: currency === 'eur' ? 'eu' : '',
  };
  if (kind === 'pro-refund-failed') {
    return { link: `${publicUrl}/contact?lang=${language}`, values };
  }
  const account = `${publicUrl}/account?lang=${language}`;
  // Nothing is left to do on the site.
  if (kind === 'pro-refunded') return { link: null, values };
  const leadsToSetup = kind === 'pro-welcome' || kind === 'pro-paid-twice';
  if (!leadsToSetup || found.customer.userId !== null) return { link: account, values };
  const { attempt } = details;
  if (attempt === undefined) return { link: account, values };
  const sessionId = await makeMailedSession(db, {
    customer: found.customer.id,
    attempt,
    plan,
  });
  const query = new URLSearchParams({
    session_id: sessionId,
    email: found.customer.email,
    lang: language,
  });
  return { link: `${publicUrl}/account-setup?${query.toString()}`, values };
}

function formatDate(date: string | undefined, language: Language): string {
  if (date === undefined) return '';
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(date));
}
