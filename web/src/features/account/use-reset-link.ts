import { call } from '../../api/call.ts';
import { readDevice } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { showToast } from '../../ui/toast.tsx';
import { explainError } from './explain-error.ts';
import { useAccountMessages } from './use-account-messages.ts';

/** Asks for a mail with a link that sets a new password, and tells how that went. */
export function useResetLink(): (email: string) => Promise<void> {
  const messages = useAccountMessages();
  const language = useLanguage();
  const { toasts } = messages;
  return async (typed) => {
    const email = typed.trim();
    if (email === '') {
      showToast({ title: toasts.emailRequired, text: toasts.emailRequiredText, tone: 'bad' });
      return;
    }
    try {
      await call('forgotPassword', { email, language, ...readDevice() });
      showToast({ title: toasts.resetSent, text: toasts.resetSentText, tone: 'good' });
    } catch (thrown) {
      const text = explainError(thrown, messages, toasts.resetFailedText);
      showToast({ title: toasts.resetFailed, text, tone: 'bad' });
    }
  };
}
