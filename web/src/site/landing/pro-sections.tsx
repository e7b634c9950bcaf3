import { useLanguage } from '../../i18n/messages.ts';
import { readingMessages } from '../../i18n/reading-messages.ts';
import { Button } from '../../ui/button.tsx';
import { pathOf } from '../pages/pages.ts';
import styles from './home-sections.module.css';
import { PricingPlans } from './pricing-plans.tsx';

/**
 * Home page sections about Pro, above the tools: for visitors without it, and for those with it.
 */
export function ProPrompts() {
  const language = useLanguage();
  const { prompt, youArePro } = readingMessages[language];
  return (
    <>
      <section className={`${styles.prompt} ${styles.forFree}`}>
        <div>
          <h2 className={styles.promptTitle}>{prompt.title}</h2>
          <p>{prompt.text}</p>
        </div>
        <Button asChild>
          <a href={pathOf('pricing', language)} data-dialog="upgrade">
            {prompt.go}
          </a>
        </Button>
      </section>
      <section className={`${styles.prompt} ${styles.forPro}`}>
        <div>
          <h2 className={styles.promptTitle}>{youArePro.title}</h2>
          <p>{youArePro.text}</p>
        </div>
        <Button asChild>
          <a href={pathOf('account', language)} data-dialog="account">
            {youArePro.go}
          </a>
        </Button>
      </section>
    </>
  );
}

export function ProPrices() {
  const { pricing } = readingMessages[useLanguage()];
  return (
    <section className={`${styles.section} ${styles.forFree}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>{pricing.title}</h2>
        <p>{pricing.text}</p>
      </header>
      <PricingPlans level={3} />
    </section>
  );
}
