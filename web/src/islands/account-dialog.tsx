import { lazy } from 'react';
import { readToken } from '../api/request.ts';
import { AccountDialog } from '../features/account/account-dialog.tsx';
import SignInDialog from '../features/account/sign-in-dialog.tsx';
import { QueryProvider } from '../api/query-provider.tsx';

const BillingPanel = lazy(() => import('../features/billing/billing-panel.tsx'));

/** The signed-in user's account, or the sign-in form. */
export default function PageAccountDialog({ onClose }: { onClose: () => void }) {
  if (readToken() === null) return <SignInDialog onClose={onClose} />;
  return (
    <QueryProvider>
      <AccountDialog onClose={onClose} billing={<BillingPanel />} />
    </QueryProvider>
  );
}
