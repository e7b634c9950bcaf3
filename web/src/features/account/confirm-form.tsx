import { findPasswordProblem } from '@stillpix/contract/passwords';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { Form } from '../../ui/form.tsx';
import { Sheet, SheetHeading, SheetIntro } from '../../ui/sheet.tsx';
import { useExplainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountMessages } from './use-account-messages.ts';

/**
 * Confirms an address from a mail while nobody is signed in: with the account's password, or with a
 * new one if somebody else may have created the account.
 */
export function ConfirmForm({ token, onDone }: { token: string; onDone: () => void }) {
  const messages = useAccountMessages();
  const { confirm, toasts } = messages;
  const [isNew, setIsNew] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const explain = useExplainError();
  const [working, run] = useBusy();

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = isNew ? findPasswordProblem(password, 'change') : null;
    const found = password === '' ? messages.signIn.passwordRequired : undefined;
    setError(found ?? (problem === null ? undefined : messages.passwordProblems[problem]));
    if (found !== undefined || problem !== null) return;
    run(async () => {
      try {
        const body = isNew ? { token, newPassword: password } : { token, password };
        await call('confirmEmail', body);
        showToast({ title: confirm.done, tone: 'good' });
        onDone();
      } catch (thrown) {
        setError(explain(thrown, toasts.failedText));
      }
    });
  }

  return (
    <Sheet size="narrow">
      <SheetHeading>{confirm.title}</SheetHeading>
      <SheetIntro>{isNew ? confirm.newText : confirm.text}</SheetIntro>
      <Form noValidate onSubmit={submit}>
        <PasswordField
          key={String(isNew)}
          label={isNew ? messages.reset.newPassword : messages.signIn.password}
          name={isNew ? 'new-password' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          error={error}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" kind="primary" size="l" disabled={working}>
          {confirm.submit}
        </Button>
        <Button
          kind="quiet"
          disabled={working}
          onClick={() => {
            setIsNew(!isNew);
            setPassword('');
            setError(undefined);
          }}
        >
          {isNew ? confirm.useOwn : confirm.useNew}
        </Button>
      </Form>
    </Sheet>
  );
}
