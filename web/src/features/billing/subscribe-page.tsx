import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EmailStep } from './email-step.tsx';
import { FeatureList } from './feature-list.tsx';
import { mayPayHere, type OpenPayment, type Order } from './payment.ts';
import { PaymentStep } from './payment-step.tsx';
import styles from './checkout-page.module.css';
import { useBillingMessages } from './use-billing-messages.ts';
import { useCheckout } from './use-checkout.ts';

/** Delay before the simulated upgrade leads home, in milliseconds. */
const simulatedDelay = 1000;

/** A tab opened by the purchase dialog has its choices in the fragment. */
function readFragment(): Order & { isComplete: boolean } {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const email = fragment.get('email') ?? '';
  const plan = fragment.get('plan') === 'annual' ? 'annual' : 'monthly';
  return { email, plan, beginAtOnce: fragment.has('begin'), isComplete: email !== '' };
}

export default function SubscribePage() {
  const language = useLanguage();
  const messages = useBillingMessages();
  const [order] = useState(readFragment);
  const checkout = useCheckout(order);
  const { known, payment, begin } = checkout;
  const clientSecret = payment?.clientSecret ?? null;
  const started = useRef(false);
  const isReady = known !== null && 'config' in known && known.config.provider !== null;
  const needsReload = isReady && known.config.provider === 'stripe' && !mayPayHere();

  useEffect(() => {
    // Reached by client-side navigation, so this document may not connect to the provider.
    if (needsReload) window.location.reload();
  }, [needsReload]);

  useEffect(() => {
    if (!isReady || started.current || !order.isComplete) return;
    started.current = true;
    history.replaceState(history.state, '', location.pathname + location.search);
    void begin(order);
  }, [isReady, order, begin]);

  async function paid(done: OpenPayment) {
    await checkout.finish(done);
    const query = new URLSearchParams({ session_id: done.sessionId, email: done.email });
    window.location.assign(`${pathOf('thanks', language)}?${query.toString()}`);
  }

  /** Pays with a simulated card and goes home. */
  async function simulate(open: OpenPayment, secret: string) {
    await call('simulatedPayment', { clientSecret: secret, card: 'good' });
    await checkout.finish(open);
    setTimeout(
      () => window.location.assign(`${pathOf('home', language)}?pro_test=true`),
      simulatedDelay,
    );
  }

  if (known === null || needsReload) return <Spinner label={messages.purchase.starting} />;
  if (!isReady) {
    return (
      <div className={styles.sheet} role="alert">
        <p>{'reason' in known ? known.reason : messages.unavailable.pageText}</p>
        <Button asChild kind="primary">
          <a href={pathOf('home', language)}>{messages.unavailable.home}</a>
        </Button>
      </div>
    );
  }
  if (known.account?.isPro === true && payment === null) {
    return (
      <div className={styles.sheet}>
        <h2 className={styles.title}>{messages.purchase.alreadyPro}</h2>
        <p>{messages.purchase.alreadyProText}</p>
        <Button asChild kind="primary">
          <a href={pathOf('account', language)}>{messages.success.account}</a>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.checkout}>
      <div className={styles.sheet}>
        {payment === null ? (
          <EmailStep
            key={checkout.draft.email}
            start={checkout.draft}
            account={known.account?.email ?? null}
            problem={checkout.problem}
            onContinue={begin}
          />
        ) : (
          <>
            <PaymentStep
              config={known.config}
              payment={payment}
              problem={checkout.problem}
              onBack={checkout.goBack}
              onOrder={checkout.order}
              onPaid={() => void paid(payment)}
            />
            {known.config.provider === 'simulated' && clientSecret !== null && (
              <Button kind="quiet" onClick={() => void simulate(payment, clientSecret)}>
                {messages.simulated.upgrade}
              </Button>
            )}
          </>
        )}
      </div>
      <aside className={styles.bought} aria-labelledby="bought">
        <h2 id="bought" className={styles.title}>
          {messages.success.benefits}
        </h2>
        <FeatureList />
        <p>{messages.due.promise}</p>
      </aside>
    </div>
  );
}
