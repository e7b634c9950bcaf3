import { prices, type BillingPlan } from '@stillpix/contract/limits';
import { useId } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { annualSaving, formatMoney } from '../../i18n/money.ts';
import styles from './plan-choice.module.css';
import { useBillingMessages } from './use-billing-messages.ts';

interface PlanChoiceProps {
  plan: BillingPlan;
  onChange: (plan: BillingPlan) => void;
}

export function PlanChoice({ plan, onChange }: PlanChoiceProps) {
  const language = useLanguage();
  const messages = useBillingMessages().plan;
  const name = useId();
  const money = (cents: number) => formatMoney(cents, language);
  const saving = annualSaving(language);
  const { monthly, annual } = prices;
  const choices = [
    {
      id: 'monthly' as const,
      title: messages.monthly,
      note: messages.monthlyPrice(money(monthly.firstCents), money(monthly.cents)),
      extra: null,
    },
    {
      id: 'annual' as const,
      title: messages.annual,
      note: messages.annualPrice(money(annual.cents), money(Math.floor(annual.cents / 12))),
      extra: messages.annualSaving(saving.amount, saving.percent),
    },
  ];
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{messages.legend}</legend>
      {choices.map(({ id, title, note, extra }) => (
        <label key={id} className={styles.plan}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={plan === id}
            onChange={() => onChange(id)}
          />
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            <span>{note}</span>
            {extra !== null && <span className={styles.extra}>{extra}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
