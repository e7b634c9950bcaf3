import { type User } from '@stillpix/contract';
import { findPasswordProblem } from '@stillpix/contract/passwords';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { explainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

export function ChangePassword({ user, onBack }: { user: User; onBack: () => void }) {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const language = useLanguage();
  const [values, setValues] = useState({ current: '', next: '', again: '' });
  const [error, setError] = useState<string | null>(null);
  const [working, run] = useBusy();

  function findProblem(): string | null {
    const { current, next, again } = values;
    if (current === '' || next === '' || again === '') return toasts.allFields;
    if (next !== again) return toasts.newMismatch;
    const problem = findPasswordProblem(next, 'change');
    if (problem === null) return null;
    return problem === 'too-short' ? toasts.newTooShort : messages.passwordProblems[problem];
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = findProblem();
    setError(problem);
    if (problem !== null) return;
    run(async () => {
      try {
        await call('changePassword', { currentPassword: values.current, newPassword: values.next });
        showToast({ title: toasts.changed, tone: 'good' });
        onBack();
      } catch (thrown) {
        setError(explainError(thrown, messages, toasts.failedText));
      }
    });
  }

  const mailLink = () =>
    run(async () => {
      const body = { email: user.email, language };
      await call('forgotPassword', body).then(
        () => showToast({ title: toasts.resetSent, text: toasts.resetSentText, tone: 'good' }),
        () => showToast({ title: toasts.resetFailed, text: toasts.resetFailedText, tone: 'bad' }),
      );
    });

  const fields = [
    ['current', settings.currentPassword, 'current-password'],
    ['next', settings.newPassword, 'new-password'],
    ['again', settings.confirmPassword, 'new-password'],
  ] as const;
  return (
    <div className={styles.panel}>
      <h3>{settings.changePassword}</h3>
      {user.hasPassword ? (
        <form className={styles.form} noValidate onSubmit={submit}>
          {fields.map(([name, label, autoComplete]) => (
            <PasswordField
              key={name}
              label={label}
              name={name}
              autoComplete={autoComplete}
              error={name === 'again' ? error : undefined}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
          <div className={styles.actions}>
            <Button type="submit" kind="primary" disabled={working}>
              {settings.changePassword}
            </Button>
            <Button kind="quiet" onClick={onBack}>
              {settings.back}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>{settings.noPassword}</p>
          <div className={styles.actions}>
            <Button kind="primary" disabled={working} onClick={mailLink}>
              {settings.mailLink}
            </Button>
            <Button kind="quiet" onClick={onBack}>
              {settings.back}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
