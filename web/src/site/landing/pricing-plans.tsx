import { useLanguage } from '../../i18n/messages.ts';
import { sitePrices } from '../../i18n/money.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { Button } from '../../ui/button.tsx';
import { pathOf } from '../pages/pages.ts';
import styles from './pricing-plans.module.css';

/** Free and Pro side by side. `level` is the heading level of the plans' names. */
export function PricingPlans({ level }: { level: 2 | 3 }) {
  const language = useLanguage();
  const { free, pro } = readingMessages[language].pricing;
  const prices = sitePrices(language);
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.plans}>
      <section className={styles.plan}>
        <Name className={styles.name}>{free.name}</Name>
        <p className={styles.price}>{prices.free}</p>
        <p className={styles.note}>{free.note}</p>
        <ul className={styles.points}>
          {free.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Button asChild size="l">
          <a href={pathOf('home', language)}>{free.go}</a>
        </Button>
      </section>
      <section className={`${styles.plan} ${styles.pro}`}>
        <Name className={styles.name}>{pro.name}</Name>
        <p className={styles.price}>
          {prices.month} <span className={styles.unit}>{pro.unit}</span>
        </p>
        <p className={styles.note}>{pro.offer(prices)}</p>
        <ul className={styles.points}>
          {pro.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Button asChild kind="primary" size="l">
          <a href={pathOf('subscribe', language)} data-dialog="purchase">
            {pro.go}
          </a>
        </Button>
        <p className={styles.terms}>{pro.annual(prices)}</p>
        <p className={styles.terms}>{pro.terms}</p>
        <p className={styles.terms}>{prices.tax}</p>
      </section>
    </div>
  );
}
