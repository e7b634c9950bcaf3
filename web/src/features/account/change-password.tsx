import { type User } from '@stillpix/contract';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { keepDevice } from '../../api/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './change-password.module.css';
import { AccountName } from './account-name.tsx';
import { findCode, useExplainError } from './explain-error.ts';
import { findNewPasswordProblem } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useResetLink } from './use-reset-link.ts';
import { useBusy } from '../../ui/use-busy.ts';
import type { FormProblem } from '../../ui/form-problem.ts';

type ChangeProblem = FormProblem<'current' | 'next' | 'again'>;

export function ChangePassword({ user, onBack }: { user: User; onBack: () => void }) {
  const messages = useAccountMessages();
  const { settings, toasts } = messages;
  const { sendResetLink } = useResetLink();
  const [values, setValues] = useState({ current: '', next: '', again: '' });
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const explain = useExplainError();
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findNewPasswordProblem(values, messages);
    setProblem(found);
    if (found !== null) return;
    run(async () => {
      try {
        const body = { currentPassword: values.current, newPassword: values.next };
        const { device } = await call('changePassword', body);
        keepDevice(device);
        showToast({ title: toasts.changed, tone: 'good' });
        onBack();
      } catch (thrown) {
        const code = findCode(thrown);
        const field =
          code === 'wrong-password' ? 'current' : code === 'weak-password' ? 'next' : undefined;
        setProblem({ field, text: explain(thrown, toasts.failedText) });
      }
    });
  }

  const mailLink = () => run(() => sendResetLink(user.email));

  const fields = [
    ['current', settings.currentPassword, 'current-password'],
    ['next', settings.newPassword, 'new-password'],
    ['again', settings.confirmPassword, 'new-password'],
  ] as const;
  return (
    <div className={styles.panel}>
      <h3>{settings.changePassword}</h3>
      {user.hasPassword ? (
        <Form noValidate onSubmit={submit}>
          <AccountName email={user.email} />
          {fields.map(([name, label, autoComplete]) => (
            <PasswordField
              key={name}
              label={label}
              name={name}
              autoComplete={autoComplete}
              error={problem?.field === name ? problem.text : undefined}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
          {problem && problem.field === undefined && (
            <Alert title={toasts.failed}>{problem.text}</Alert>
          )}
          <ButtonRow>
            <Button type="submit" kind="primary" disabled={working}>
              {settings.changePassword}
            </Button>
            <Button kind="quiet" onClick={onBack}>
              {settings.back}
            </Button>
          </ButtonRow>
        </Form>
      ) : (
        <>
          <p>{settings.noPassword}</p>
          <ButtonRow>
            <Button kind="primary" disabled={working} onClick={mailLink}>
              {settings.mailLink}
            </Button>
            <Button kind="quiet" onClick={onBack}>
              {settings.back}
            </Button>
          </ButtonRow>
        </>
      )}
    </div>
  );
}
