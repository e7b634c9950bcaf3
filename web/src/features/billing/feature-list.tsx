import { Check } from 'lucide-react';
import styles from './checkout-page.module.css';
import { useBillingMessages } from './use-billing-messages.ts';

export function FeatureList() {
  return (
    <ul className={styles.features}>
      {useBillingMessages().features.map((feature) => (
        <li key={feature}>
          <Check aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  );
}
