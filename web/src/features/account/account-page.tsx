import { useEffect, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { announceSession } from '../../api/session.ts';
import { showToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { AccountTabs } from './account-tabs.tsx';
import { useAccountMessages } from './use-account-messages.ts';

/** The account as a page of its own; mails lead here with `?confirm=`. */
export function AccountPage({ billing }: { billing: ReactNode }) {
  const { tabs } = useAccountMessages();
  useConfirmation();
  return (
    <div className={styles.sheet}>
      {/* The panels' headings are a dialog's: one below its title. */}
      <h2 className="visually-hidden">{tabs.label}</h2>
      <AccountTabs billing={billing} />
    </div>
  );
}

/** Confirms an address with the token in the page's own address, once. */
function useConfirmation(): void {
  const { confirm } = useAccountMessages();
  useEffect(() => {
    const address = new URL(location.href);
    const token = address.searchParams.get('confirm');
    if (token === null) return;
    address.searchParams.delete('confirm');
    history.replaceState(history.state, '', address);
    const confirmAddress = async () => {
      try {
        await call('confirmEmail', { token });
        showToast({ title: confirm.done, tone: 'good' });
        await announceSession();
      } catch {
        showToast({ title: confirm.failed, tone: 'bad' });
      }
    };
    void confirmAddress();
  }, [confirm]);
}
