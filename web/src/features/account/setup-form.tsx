import { findPasswordProblem } from '@stillpix/contract/passwords';
import { Check, Circle } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { announceSession } from '../../api/session.ts';
import { clearSetupFlags } from '../../api/setup-flags.ts';
import { keepSignIn } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { pathOf } from '../../site/pages/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToastAcrossPages } from '../../ui/toast.tsx';
import { FieldPair, Form } from '../../ui/form.tsx';
import styles from './setup-form.module.css';
import { useExplainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useBusy } from '../../ui/use-busy.ts';

/** Time to read the confirmation before going home, in milliseconds. */
const homeDelay = 1500;

export function SetupForm({ email, sessionId }: { email: string; sessionId: string }) {
  const messages = useAccountMessages();
  const { setup, toasts } = messages;
  const language = useLanguage();
  const [values, setValues] = useState({ firstName: '', lastName: '', password: '', again: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const explain = useExplainError();
  const [working, run] = useBusy();
  const { firstName, lastName, password, again } = values;
  const problem = findPasswordProblem(password, 'account');
  const isComplete =
    firstName.trim() !== '' && lastName.trim() !== '' && problem === null && again === password;
  const set = (name: keyof typeof values, value: string) => setValues({ ...values, [name]: value });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    setFailure(null);
    run(async () => {
      try {
        const answer = await call('setupProAccount', {
          email,
          password,
          firstName,
          lastName,
          sessionId,
          language,
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        });
        keepSignIn(answer);
        clearSetupFlags();
        showToastAcrossPages({ title: toasts.setupDone, tone: 'good' });
        await announceSession();
        setTimeout(() => window.location.assign(pathOf('home', language)), homeDelay);
      } catch (thrown) {
        setFailure(explain(thrown, toasts.setupFailedText));
      }
    });
  }

  return (
    <Form noValidate onSubmit={submit}>
      <Field
        label={setup.email}
        type="email"
        name="email"
        autoComplete="username"
        readOnly
        value={email}
      />
      <FieldPair>
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field
            key={name}
            label={setup[name]}
            name={name}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            required
            maxLength={100}
            value={values[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
      </FieldPair>
      <PasswordField
        label={setup.password}
        name="new-password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => set('password', event.currentTarget.value)}
      />
      <PasswordRules password={password} />
      <PasswordField
        label={setup.confirm}
        name="confirm-password"
        autoComplete="new-password"
        required
        error={again !== '' && again !== password ? messages.mismatch : undefined}
        value={again}
        onChange={(event) => set('again', event.currentTarget.value)}
      />
      {failure !== null && <Alert title={toasts.setupFailed}>{failure}</Alert>}
      <Button type="submit" kind="primary" size="l" disabled={!isComplete || working}>
        {working ? setup.working : setup.submit}
      </Button>
    </Form>
  );
}

/** The password rules, checked off while typing. */
function PasswordRules({ password }: { password: string }) {
  const { setup } = useAccountMessages();
  const problem = findPasswordProblem(password, 'account');
  const isMet = password !== '' && problem === null;
  return (
    <ul className={styles.rules}>
      <li data-met={isMet}>
        {isMet ? <Check aria-hidden /> : <Circle aria-hidden />}
        {setup.rule}
      </li>
    </ul>
  );
}
