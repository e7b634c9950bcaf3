import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { AccountTabs, readTab } from './account-tabs.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useUser } from './use-user.ts';

interface AccountDialogProps {
  onClose: () => void;
  /** Content of the Billing tab. */
  billing: ReactNode;
}

export function AccountDialog({ onClose, billing }: AccountDialogProps) {
  const { title, freeTitle, close } = useAccountMessages();
  const user = useUser();
  const [tab, setTab] = useState(readTab);
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
        <AccountTabs billing={billing} tab={tab} onTab={setTab} />
      </div>
    </Dialog>
  );
}
