import { useState } from 'react';
import { useLanguage } from '../../i18n/messages.ts';
import { supportAddress } from '../../site/browser/support-address.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import styles from './checkout-page.module.css';
import { FeatureList } from './feature-list.tsx';
import { PaymentGate } from './payment-gate.tsx';
import { useBillingMessages } from './use-billing-messages.ts';

/** Characters of the payment id to show: enough to find the payment, too few to use it. */
const shownCharacters = 20;

export default function SuccessPage() {
  const language = useLanguage();
  const { success } = useBillingMessages();
  const [sessionId] = useState(() => new URLSearchParams(location.search).get('session_id') ?? '');
  const [support] = useState(supportAddress);
  return (
    <PaymentGate sessionId={sessionId} tries={1}>
      {() => (
        <PageState heading={success.title} lede={success.text}>
          <p className={styles.reference}>{success.session(sessionId.slice(0, shownCharacters))}</p>
          <div className={styles.columns}>
            <section>
              <h2 className={styles.title}>{success.benefits}</h2>
              <FeatureList />
            </section>
            <section>
              <h2 className={styles.title}>{success.next}</h2>
              <ol className={styles.steps}>
                {success.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          </div>
          <ButtonRow>
            <Button asChild kind="primary">
              <a href={pathOf('convert-to-jpg', language)}>{success.convert}</a>
            </Button>
            <Button asChild>
              <a href={pathOf('account', language)}>{success.account}</a>
            </Button>
          </ButtonRow>
          <p>
            {success.help}{' '}
            {support.includes('@') ? <a href={`mailto:${support}`}>{support}</a> : support}
          </p>
        </PageState>
      )}
    </PaymentGate>
  );
}
