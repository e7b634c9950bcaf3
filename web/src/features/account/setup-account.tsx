import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError, readToken } from '../../api/request.ts';
import { announceSession } from '../../api/session.ts';
import { clearSetupFlags, keepSetupFlags } from '../../api/setup-flags.ts';
import { explainRequestFailure } from '../../i18n/explain-request-failure.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { PageState } from '../../site/parts/page-state.tsx';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SetupForm } from './setup-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';

interface SetupAccountProps {
  email: string;
  sessionId: string;
  /** Whether the payment belongs to an account already. */
  claimed: boolean;
}

type View =
  | { name: 'checking' }
  | { name: 'form' }
  | { name: 'has-account' }
  | { name: 'claimed' }
  | { name: 'not-checked'; thrown: unknown };

/** Creates the account of a payer, unless it exists already. */
export function SetupAccount(props: SetupAccountProps) {
  const [round, setRound] = useState(0);
  return <Setup key={round} {...props} onAgain={() => setRound((count) => count + 1)} />;
}

function Setup({
  email,
  sessionId,
  claimed,
  onAgain,
}: SetupAccountProps & { onAgain: () => void }) {
  const { setup, signIn } = useAccountMessages();
  const { errors } = useMessages().site;
  const language = useLanguage();
  const [view, setView] = useState<View>({ name: 'checking' });
  useEffect(() => {
    let current = true;
    void findView({ email, sessionId, claimed }).then((found) => current && setView(found));
    return () => {
      current = false;
    };
  }, [email, sessionId, claimed]);

  if (view.name === 'checking')
    return <PageState working heading={setup.checking} lede={setup.checkingText} />;
  if (view.name === 'not-checked') {
    return (
      <PageState heading={setup.notChecked} lede={explainRequestFailure(view.thrown, errors)}>
        <Button kind="primary" onClick={onAgain}>
          {setup.retry}
        </Button>
      </PageState>
    );
  }
  if (view.name === 'claimed') {
    return (
      <PageState heading={setup.claimed} lede={setup.claimedText}>
        <Button asChild kind="primary">
          <a href={pathOf('home', language)}>{setup.start}</a>
        </Button>
      </PageState>
    );
  }
  if (view.name === 'has-account') {
    return (
      <PageState
        heading={setup.hasAccount}
        lede={claimed ? setup.hasAccountText : setup.signInToClaim}
      >
        <Sheet size="narrow" label={signIn.title}>
          <SignInForm startEmail={email} hasAccount />
        </Sheet>
      </PageState>
    );
  }
  return (
    <PageState heading={setup.title} lede={setup.text}>
      <Sheet size="narrow" label={setup.title}>
        <SetupForm email={email} sessionId={sessionId} />
      </Sheet>
    </PageState>
  );
}

async function findView({ email, sessionId, claimed }: SetupAccountProps): Promise<View> {
  try {
    if (claimed || (await claimWhileSignedIn(sessionId))) {
      clearSetupFlags();
      return { name: readToken() === null ? 'has-account' : 'claimed' };
    }
    const { exists, hasPassword } = await call('checkAccount', { email, sessionId });
    if (exists && hasPassword) {
      // Signing in leads back here, and then assigns the payment to the account.
      keepSetupFlags(email, sessionId);
      const query = new URLSearchParams({ session_id: sessionId });
      history.replaceState(history.state, '', `?${query.toString()}`);
      return { name: 'has-account' };
    }
  } catch (thrown) {
    // Remembers the way back here, so that a payer does not lose it with the network.
    keepSetupFlags(email, sessionId);
    return { name: 'not-checked', thrown };
  }
  keepSetupFlags(email, sessionId);
  return { name: 'form' };
}

/** Assigns a payment to the signed-in user who has its session id. */
async function claimWhileSignedIn(sessionId: string): Promise<boolean> {
  if (readToken() === null) return false;
  try {
    await call('claimPayment', { sessionId });
  } catch (thrown) {
    // The token is not valid any more, so nobody is signed in.
    if (thrown instanceof ApiError && thrown.status === 401) return false;
    throw thrown;
  }
  await announceSession();
  return true;
}
