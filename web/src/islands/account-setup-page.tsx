import { SetupAccount } from '../features/account/setup-account.tsx';
import { SetupPage } from '../features/billing/setup-page.tsx';

export default function AccountSetupPage() {
  return <SetupPage>{(payment) => <SetupAccount {...payment} />}</SetupPage>;
}
