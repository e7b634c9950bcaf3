import type { BillingPlan } from '@stillpix/contract/plans';
import { useLanguage } from '../../i18n/messages.ts';
import styles from './due-summary.module.css';
import { formatDay, formatMoney, siteCurrency, sitePrices } from '../../i18n/money.ts';
import type { Due } from './payment.ts';
import { useBillingMessages } from './use-billing-messages.ts';

interface DueSummaryProps {
  due: Due;
  plan: BillingPlan;
  /** The 30 days to get the money back begin with this payment. */
  isFirst?: boolean;
}

/**
 * What is charged today and later, and from when, with tax and currency. Always shown before
 * paying.
 */
export function DueSummary({ due, plan, isFirst = true }: DueSummaryProps) {
  const language = useLanguage();
  const messages = useBillingMessages().due;
  const then = formatMoney(due.thenCents, language, due.currency);
  return (
    <section className={styles.due} aria-label={messages.now}>
      <p className={styles.line}>
        <span>{messages.now}</span>
        <strong>{formatMoney(due.nowCents, language, due.currency)}</strong>
      </p>
      {due.creditCents !== undefined && due.creditCents > 0 && (
        <p>{messages.credit(formatMoney(due.creditCents, language, due.currency))}</p>
      )}
      <p>{messages[plan](then, formatDay(due.renewsAt, language))}</p>
      {due.currency === siteCurrency() && <p className={styles.note}>{sitePrices(language).tax}</p>}
      {isFirst && <p className={styles.note}>{messages.promise}</p>}
    </section>
  );
}
