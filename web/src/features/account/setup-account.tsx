import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { readToken } from '../../api/request.ts';
import { clearSetupFlags, keepSetupFlags } from '../../api/setup-flags.ts';
import { explainFailure } from '../../i18n/explain-failure.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './account.module.css';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';

interface SetupAccountProps {
  email: string;
  sessionId: string;
}

type View =
  | { name: 'checking' }
  | { name: 'form' }
  | { name: 'has-account' }
  | { name: 'not-checked'; thrown: unknown };

/** Makes the account of a payer, unless there is one already. */
export function SetupAccount(props: SetupAccountProps) {
  const [round, setRound] = useState(0);
  return <Setup key={round} {...props} onAgain={() => setRound((count) => count + 1)} />;
}

function Setup({ email, sessionId, onAgain }: SetupAccountProps & { onAgain: () => void }) {
  const { setup, signIn } = useAccountMessages();
  const { errors } = useMessages().site;
  const language = useLanguage();
  const [view, setView] = useState<View>({ name: 'checking' });
  useEffect(() => {
    let current = true;
    void findView(email, sessionId).then((found) => current && setView(found));
    return () => {
      current = false;
    };
  }, [email, sessionId]);

  if (view.name === 'checking')
    return <PageState working heading={setup.checking} lede={setup.checkingText} />;
  if (view.name === 'not-checked') {
    return (
      <PageState heading={setup.notChecked} lede={explainFailure(view.thrown, errors)}>
        <Button kind="primary" onClick={onAgain}>
          {setup.retry}
        </Button>
      </PageState>
    );
  }
  if (view.name === 'has-account' && readToken() !== null) {
    return (
      <PageState heading={setup.hasAccount} lede={setup.proAdded}>
        <Button asChild kind="primary">
          <a href={pathOf('home', language)}>{setup.start}</a>
        </Button>
      </PageState>
    );
  }
  if (view.name === 'has-account') {
    return (
      <PageState heading={setup.hasAccount} lede={setup.hasAccountText}>
        <section
          aria-label={signIn.title}
          className={`${styles.sheet} ${styles.narrow} ${styles.wide}`}
        >
          <SignInForm startEmail={email} />
        </section>
      </PageState>
    );
  }
  return (
    <PageState heading={setup.title} lede={setup.text}>
      <section
        aria-label={setup.title}
        className={`${styles.sheet} ${styles.narrow} ${styles.wide}`}
      >
        <SetupForm email={email} sessionId={sessionId} />
      </section>
    </PageState>
  );
}

async function findView(email: string, sessionId: string): Promise<View> {
  try {
    const { exists, hasPassword } = await call('checkAccount', { email, sessionId });
    if (exists && hasPassword) {
      clearSetupFlags();
      return { name: 'has-account' };
    }
  } catch (thrown) {
    // The way back here is kept: whoever paid must not lose it with the network.
    keepSetupFlags(email, sessionId);
    return { name: 'not-checked', thrown };
  }
  keepSetupFlags(email, sessionId);
  return { name: 'form' };
}
