import { useState } from 'react';
import { call } from '../../api/call.ts';
import { readDevice } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { showToast } from '../../ui/toast.tsx';
import { useExplainError } from './explain-error.ts';
import { useAccountMessages } from './use-account-messages.ts';

/** Requests a mail with a link to set a new password. `problem` is shown at the address field. */
export function useResetLink() {
  const { toasts } = useAccountMessages();
  const explain = useExplainError();
  const language = useLanguage();
  const [problem, setProblem] = useState<string>();

  async function sendResetLink(typed: string): Promise<void> {
    const email = typed.trim();
    setProblem(email === '' ? toasts.emailRequiredText : undefined);
    if (email === '') {
      showToast({ title: toasts.emailRequired, text: toasts.emailRequiredText, tone: 'bad' });
      return;
    }
    try {
      await call('forgotPassword', { email, language, ...readDevice() });
      showToast({ title: toasts.resetSent, text: toasts.resetSentText, tone: 'good' });
    } catch (thrown) {
      const text = explain(thrown, toasts.resetFailedText);
      showToast({ title: toasts.resetFailed, text, tone: 'bad' });
    }
  }
  return { problem, sendResetLink };
}
