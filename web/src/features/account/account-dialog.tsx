import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './account.module.css';
import { AccountTabs } from './account-tabs.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUser } from './use-user.ts';

interface AccountDialogProps {
  onClose: () => void;
  /** The Billing tab. */
  billing: ReactNode;
}

export function AccountDialog({ onClose, billing }: AccountDialogProps) {
  const { title, freeTitle, close } = useAccountMessages();
  const user = useUser();
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={user.data?.isPro === true ? title : freeTitle}
      closeLabel={close}
    >
      <div className={styles.body}>
        <AccountTabs billing={billing} />
      </div>
    </Dialog>
  );
}
