import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { keepDevice } from '../../api/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Form } from '../../ui/form.tsx';
import { Sheet, SheetHeading, SheetIntro } from '../../ui/sheet.tsx';
import { EmailField } from './email-field.tsx';
import { findCode, useExplainError } from './explain-error.ts';
import { findNewPasswordProblem } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useResetLink } from './use-reset-link.ts';
import { useBusy } from '../../ui/use-busy.ts';
import type { FormProblem } from '../../ui/form-problem.ts';

/** Takes the token out of the address bar, where it could be copied or seen. */
function takeToken(): string {
  const address = new URL(location.href);
  const token = address.searchParams.get('token') ?? '';
  if (token !== '') {
    address.searchParams.delete('token');
    history.replaceState({ ...history.state, resetToken: token }, '', address);
    return token;
  }
  // After a reload, the token is in the history state.
  const kept: unknown = (history.state as { resetToken?: unknown } | null)?.resetToken;
  return typeof kept === 'string' ? kept : '';
}

export default function ResetPage() {
  const { reset } = useAccountMessages();
  const [token] = useState(takeToken);
  const [done, setDone] = useState(false);
  return (
    <Sheet size="narrow">
      {done && (
        <>
          <SheetHeading>{reset.done}</SheetHeading>
          <SheetIntro>{reset.doneText}</SheetIntro>
          <SignInForm />
        </>
      )}
      {!done && token !== '' && <NewPassword token={token} onDone={() => setDone(true)} />}
      {!done && token === '' && <AskForLink />}
    </Sheet>
  );
}

type ResetProblem = FormProblem<'next' | 'again'>;

function NewPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const messages = useAccountMessages();
  const { reset, toasts } = messages;
  const [values, setValues] = useState({ next: '', again: '' });
  const [problem, setProblem] = useState<ResetProblem | null>(null);
  const explain = useExplainError();
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findNewPasswordProblem(values, messages);
    setProblem(found);
    if (found !== null) return;
    run(async () => {
      try {
        const { device } = await call('resetPassword', { token, newPassword: values.next });
        keepDevice(device);
        showToast({ title: toasts.changed, tone: 'good' });
        history.replaceState(null, '', location.pathname);
        onDone();
      } catch (thrown) {
        const field = findCode(thrown) === 'weak-password' ? 'next' : undefined;
        setProblem({ field, text: explain(thrown, toasts.failedText) });
      }
    });
  }

  return (
    <Form noValidate onSubmit={submit}>
      <p>{reset.text}</p>
      {(['next', 'again'] as const).map((name) => (
        <PasswordField
          key={name}
          label={name === 'next' ? reset.newPassword : reset.confirm}
          name={name}
          autoComplete="new-password"
          error={problem?.field === name ? problem.text : undefined}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      {problem && problem.field === undefined && (
        <Alert title={toasts.failed}>{problem.text}</Alert>
      )}
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {reset.submit}
      </Button>
    </Form>
  );
}

function AskForLink() {
  const { reset } = useAccountMessages();
  const { problem, sendResetLink } = useResetLink();
  const [email, setEmail] = useState('');
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    run(() => sendResetLink(email));
  }

  return (
    <Form noValidate onSubmit={submit}>
      <div>
        <SheetHeading>{reset.noToken}</SheetHeading>
        <p>{reset.noTokenText}</p>
      </div>
      <EmailField label={reset.email} error={problem} value={email} onValue={setEmail} />
      <Button type="submit" kind="primary" disabled={working}>
        {reset.ask}
      </Button>
    </Form>
  );
}
