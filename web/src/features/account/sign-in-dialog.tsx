import { Dialog } from '../../ui/dialog.tsx';
import styles from './account-dialog.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';

export default function SignInDialog({ onClose }: { onClose: () => void }) {
  const { signIn, close } = useAccountMessages();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${signIn.title} / ${signIn.createTitle}`}
      description={signIn.intro}
      closeLabel={close}
    >
      <div className={styles.body}>
        <SignInForm />
      </div>
    </Dialog>
  );
}
