import type { Payment } from '@stillpix/contract';
import { useLanguage } from '../../i18n/messages.ts';
import styles from './billing-panel.module.css';
import { formatDay, formatMoney } from '../../i18n/money.ts';
import { useBillingMessages } from './use-billing-messages.ts';

export function PaymentHistory({ payments }: { payments: readonly Payment[] }) {
  const { panel } = useBillingMessages();
  return (
    <section>
      <h3 className={styles.title}>{panel.history}</h3>
      {payments.length === 0 ? (
        <p className={styles.soft}>{panel.noPayments}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{panel.date}</th>
                <th scope="col">{panel.amount}</th>
                <th scope="col">{panel.state}</th>
                <th scope="col">{panel.receipt}</th>
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ payment }: { payment: Payment }) {
  const language = useLanguage();
  const { panel } = useBillingMessages();
  const money = (cents: number) => formatMoney(cents, language, payment.currency);
  const isRefunded = payment.refunded >= payment.amount && payment.amount > 0;
  const isPartly = payment.refunded > 0 && !isRefunded;
  const state = payment.isDisputed ? panel.disputed : panel.payment[payment.status];
  return (
    <tr>
      <td>{formatDay(payment.createdAt, language)}</td>
      <td className={styles.amount}>{money(payment.amount)}</td>
      <td>
        {isRefunded ? panel.payment.refunded : state}
        {isPartly && `, ${panel.refundedPart(money(payment.refunded))}`}
        {payment.refundFailed > 0 && `; ${panel.refundFailed(money(payment.refundFailed))}`}
      </td>
      <td>
        {payment.receiptUrl === null ? (
          '–'
        ) : (
          <a href={payment.receiptUrl} target="_blank" rel="noopener noreferrer">
            {panel.receipt}
            <span className="visually-hidden"> ({panel.newTab})</span>
          </a>
        )}
      </td>
    </tr>
  );
}
