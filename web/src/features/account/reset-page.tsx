import { apiPaths } from '@stillpix/contract/paths';
import { findPasswordProblem } from '@stillpix/contract/passwords';
import { useState, type FormEvent } from 'react';
import { requestJson } from '../../api/request.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { explainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

/** Takes the token out of the address bar, where it could be copied or looked at. */
function takeToken(): string {
  const address = new URL(location.href);
  const token = address.searchParams.get('token') ?? '';
  if (token !== '') {
    address.searchParams.delete('token');
    history.replaceState({ ...history.state, resetToken: token }, '', address);
    return token;
  }
  // After a reload of the same page.
  const kept: unknown = (history.state as { resetToken?: unknown } | null)?.resetToken;
  return typeof kept === 'string' ? kept : '';
}

export default function ResetPage() {
  const { reset } = useAccountMessages();
  const [token] = useState(takeToken);
  const [done, setDone] = useState(false);
  return (
    <div className={`${styles.sheet} ${styles.narrow}`}>
      {done && (
        <>
          <h2 className={styles.heading}>{reset.done}</h2>
          <p className={styles.intro}>{reset.doneText}</p>
          <SignInForm />
        </>
      )}
      {!done && token !== '' && <NewPassword token={token} onDone={() => setDone(true)} />}
      {!done && token === '' && <AskForLink />}
    </div>
  );
}

function NewPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const messages = useAccountMessages();
  const { reset, toasts } = messages;
  const [values, setValues] = useState({ next: '', again: '' });
  const [error, setError] = useState<string | null>(null);
  const [working, run] = useBusy();

  function findProblem(): string | null {
    if (values.next === '' || values.again === '') return toasts.allFields;
    if (values.next !== values.again) return toasts.newMismatch;
    const problem = findPasswordProblem(values.next, 'change');
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
        await requestJson(apiPaths.resetPassword, { body: { token, newPassword: values.next } });
        showToast({ title: toasts.changed, tone: 'good' });
        history.replaceState(null, '', location.pathname);
        onDone();
      } catch (thrown) {
        setError(explainError(thrown, messages, toasts.failedText));
      }
    });
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{reset.text}</p>
      {(['next', 'again'] as const).map((name) => (
        <PasswordField
          key={name}
          label={name === 'next' ? reset.newPassword : reset.confirm}
          name={name}
          autoComplete="new-password"
          error={name === 'again' ? error : undefined}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {reset.submit}
      </Button>
    </form>
  );
}

function AskForLink() {
  const messages = useAccountMessages();
  const { reset, toasts } = messages;
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() === '') {
      showToast({ title: toasts.emailRequired, text: toasts.emailRequiredText, tone: 'bad' });
      return;
    }
    run(async () => {
      try {
        await requestJson(apiPaths.forgotPassword, { body: { email: email.trim(), language } });
        showToast({ title: toasts.resetSent, text: toasts.resetSentText, tone: 'good' });
      } catch (thrown) {
        const text = explainError(thrown, messages, toasts.resetFailedText);
        showToast({ title: toasts.resetFailed, text, tone: 'bad' });
      }
    });
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div>
        <h2 className={styles.heading}>{reset.noToken}</h2>
        <p>{reset.noTokenText}</p>
      </div>
      <Field
        label={reset.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" kind="primary" disabled={working}>
        {reset.ask}
      </Button>
    </form>
  );
}
