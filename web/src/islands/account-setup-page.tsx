import { SetupAccount } from '../features/account/setup-account.tsx';
import { SetupPage } from '../features/billing/setup-page.tsx';

export default function AccountSetupPage() {
  return (
    <SetupPage>
      {({ email, sessionId }) => <SetupAccount email={email} sessionId={sessionId} />}
    </SetupPage>
  );
}
