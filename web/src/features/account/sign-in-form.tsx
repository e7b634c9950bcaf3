import { type AnswerOf } from '@stillpix/contract';
import { findPasswordProblem } from '@stillpix/contract/passwords';
import { useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { keepSignIn, readDevice, reloadSoon } from '../../api/sign-in.ts';
import { announceSession } from '../../api/session.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { FieldProblems } from '../../ui/form-problem.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast, showToastAcrossPages } from '../../ui/toast.tsx';
import { FieldPair, Form } from '../../ui/form.tsx';
import { EmailField } from './email-field.tsx';
import { findCode, useExplainError } from './explain-error.ts';
import { PasswordField } from './password-field.tsx';
import { useAccountMessages } from './use-account-messages.ts';
import { useResetLink } from './use-reset-link.ts';
import { useBusy } from '../../ui/use-busy.ts';

const looksLikeAddress = (email: string) => /^\S+@\S+\.\S+$/.test(email);

interface SignInFormProps {
  startEmail?: string;
  /** The address is known to have an account, so creating one is not offered. */
  hasAccount?: boolean;
}

/** Signing in and registering, side by side. */
export function SignInForm({ startEmail = '', hasAccount = false }: SignInFormProps) {
  const { signIn } = useAccountMessages();
  const [email, setEmail] = useState(startEmail);
  if (hasAccount) return <SignIn email={email} onEmail={setEmail} />;
  return (
    <Tabs
      label={signIn.tabs}
      tabs={[
        {
          id: 'sign-in',
          title: signIn.title,
          content: <SignIn email={email} onEmail={setEmail} />,
        },
        {
          id: 'create',
          title: signIn.createTitle,
          content: <Register email={email} onEmail={setEmail} />,
        },
      ]}
    />
  );
}

interface FormProps {
  email: string;
  onEmail: (email: string) => void;
}

type SignInProblems = FieldProblems<'email' | 'password'>;

function useEmailProblem() {
  const { signIn } = useAccountMessages();
  return (email: string) => {
    if (email.trim() === '') return signIn.emailRequired;
    return looksLikeAddress(email.trim()) ? undefined : signIn.emailInvalid;
  };
}

/** Stores the sign-in, notifies other tabs, and reloads the page after a moment. */
function welcome(answer: AnswerOf<'login'>, title: string) {
  keepSignIn(answer);
  showToastAcrossPages({ title, tone: 'good' });
  void announceSession();
  reloadSoon();
}

function SignIn({ email, onEmail }: FormProps) {
  const { signIn, toasts } = useAccountMessages();
  const reset = useResetLink();
  const explain = useExplainError();
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<SignInProblems>({});
  const [working, run] = useBusy();
  const findEmailProblem = useEmailProblem();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found: SignInProblems = {};
    const emailProblem = findEmailProblem(email);
    if (emailProblem !== undefined) found.email = emailProblem;
    else if (password === '') found.password = signIn.passwordRequired;
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    run(async () => {
      try {
        const body = { email: email.trim(), password, ...readDevice() };
        const answer = await call('login', body);
        welcome(answer, toasts.loggedIn);
      } catch (thrown) {
        setProblems({ whole: explain(thrown, toasts.loginFailedText) });
      }
    });
  }

  return (
    <Form noValidate onSubmit={submit}>
      <EmailField
        label={signIn.email}
        error={problems.email ?? reset.problem}
        value={email}
        onValue={onEmail}
      />
      <PasswordField
        label={signIn.password}
        error={problems.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {problems.whole && <Alert title={toasts.loginFailed}>{problems.whole}</Alert>}
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {working ? signIn.working : signIn.submit}
      </Button>
      <Button kind="quiet" disabled={working} onClick={() => run(() => reset.sendResetLink(email))}>
        {signIn.forgot}
      </Button>
    </Form>
  );
}

function Register({ email, onEmail }: FormProps) {
  const { signIn, toasts, passwordProblems } = useAccountMessages();
  const language = useLanguage();
  const explain = useExplainError();
  const [names, setNames] = useState({ firstName: '', lastName: '' });
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<SignInProblems>({});
  const [working, run] = useBusy();
  const findEmailProblem = useEmailProblem();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found: SignInProblems = {};
    const emailProblem = findEmailProblem(email);
    if (emailProblem !== undefined) found.email = emailProblem;
    const problem = password === '' ? null : findPasswordProblem(password, 'account');
    if (problem !== null) found.password = passwordProblems[problem];
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    run(async () => {
      try {
        const answer = await call('register', {
          email: email.trim(),
          ...names,
          ...(password === '' ? {} : { password }),
          language,
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        });
        const { token, user, device } = answer;
        if (token !== undefined && user !== undefined && device !== undefined) {
          welcome({ token, user, device }, toasts.registered);
          return;
        }
        showToast({ title: signIn.checkMail, text: signIn.checkMailText, tone: 'good' });
      } catch (thrown) {
        const code = findCode(thrown);
        const text = explain(thrown, toasts.registrationFailedText);
        if (code === 'email-in-use') setProblems({ email: text });
        else if (code === 'weak-password') setProblems({ password: text });
        else setProblems({ whole: text });
      }
    });
  }

  return (
    <Form noValidate onSubmit={submit}>
      <EmailField label={signIn.email} error={problems.email} value={email} onValue={onEmail} />
      <FieldPair>
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field
            key={name}
            label={`${signIn[name]} (${signIn.optional})`}
            name={name}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            maxLength={100}
            value={names[name]}
            onChange={(event) => setNames({ ...names, [name]: event.currentTarget.value })}
          />
        ))}
      </FieldPair>
      <PasswordField
        label={`${signIn.password} (${signIn.optional})`}
        hint={signIn.passwordHint}
        error={problems.password}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {problems.whole && <Alert title={toasts.registrationFailed}>{problems.whole}</Alert>}
      <Button type="submit" kind="primary" size="l" disabled={working}>
        {working ? signIn.working : signIn.create}
      </Button>
    </Form>
  );
}
