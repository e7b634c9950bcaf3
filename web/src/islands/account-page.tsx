import { AccountPage } from '../features/account/account-page.tsx';
import BillingPanel from '../features/billing/billing-panel.tsx';

export default function AccountWithBilling() {
  return <AccountPage billing={<BillingPanel />} />;
}
