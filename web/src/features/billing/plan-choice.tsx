import type { BillingPlan } from '@stillpix/contract/plans';
import { useId } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { sitePrices } from '../../i18n/money.ts';
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
  const { first, month, year, yearByMonth, yearSaving, yearSavingPercent } = sitePrices(language);
  const choices = [
    {
      id: 'monthly' as const,
      title: messages.monthly,
      note: messages.monthlyPrice(first, month),
      extra: null,
    },
    {
      id: 'annual' as const,
      title: messages.annual,
      note: messages.annualPrice(year, yearByMonth),
      extra: messages.annualSaving(yearSaving, yearSavingPercent),
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
